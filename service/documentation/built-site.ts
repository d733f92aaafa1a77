import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/** The built documentation, which may still be on its way. */
export interface DocumentationSite {
  /** Where the built pages lie. */
  readonly folder: string
  /** `missing` while the first build runs; an older build is `ready` during a new one. */
  state(): 'ready' | 'missing' | 'failed'
}

/** The sources of a build, and how to make one. */
export interface SiteSources {
  /** The built pages. */
  readonly folder: string
  /** Files and folders whose change asks for a new build. */
  readonly sources: readonly string[]
  /** A Node.js program that builds into the folder that follows its arguments. */
  readonly builder: readonly string[]
}

/** Leaves the processor to the shop while the pages are built. */
const LOW_PRIORITY = 15

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const indexOf = (folder: string) => join(folder, 'index.html')

/** True when there is no build, or one older than its sources. */
const isStale = ({ folder, sources }: SiteSources) =>
  !existsSync(indexOf(folder)) || Math.max(...sources.map(newest)) > newest(indexOf(folder))

/**
 * Finds the built documentation, and builds it in a process of its own when it is missing or older than its sources. The build goes
 * to a folder beside the old one and takes its place at the end. A failed build is reported on the console.
 *
 * @returns The site, and the function that stops the build.
 */
export function openDocumentation(given: SiteSources): [DocumentationSite, stop: () => void] {
  let hasFailed = false
  const state = () => {
    if (existsSync(indexOf(given.folder))) return 'ready'
    return hasFailed ? 'failed' : 'missing'
  }
  const site: DocumentationSite = { folder: given.folder, state }
  if (!isStale(given)) return [site, () => {}]

  const draft = `${given.folder}-${process.pid}`
  const child = spawn(process.execPath, [...given.builder, draft], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid) setPriority(child.pid, LOW_PRIORITY)
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  let isStopped = false
  child.once('close', (code) => {
    if (code === 0 && !isStopped) {
      rmSync(given.folder, { recursive: true, force: true })
      renameSync(draft, given.folder)
    } else {
      rmSync(draft, { recursive: true, force: true })
      hasFailed = true
      if (!isStopped) console.error(`The documentation could not be built:\n${complaints}`)
    }
  })
  const stop = () => {
    isStopped = true
    child.kill()
  }
  return [site, stop]
}
