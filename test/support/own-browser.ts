import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, firefox } from '@playwright/test'
import { BARE_CHROMIUM_FLAGS, chromiumEngine, firefoxEngine } from './engines.ts'
import { miniBrowser, openDisplay, WEBKIT_ENVIRONMENT } from './webkit.ts'

/** A browser as somebody has it, driven by nobody, with a profile that outlives it. */
export interface OwnBrowser {
  /** Starts it on a page. */
  start(url: string): Promise<void>
  /** Kills it, and everything that it started, without a warning. */
  kill(): Promise<void>
  /** Asks it to end (SIGTERM), as a system that shuts down does, and waits until it has. */
  quit(): Promise<void>
  /** Kills it, and throws the profile away. */
  end(): Promise<void>
}

interface Program {
  readonly path: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A new profile's questions and pages of its own, left out. */
const FIREFOX_PREFERENCES = [
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.sessionstore.resume_from_crash', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.startup.max_resumed_crashes', -1],
  ['app.update.auto', false],
]

async function programOf(engine: string, profile: string, display: string): Promise<Program> {
  if (engine === 'webkit') {
    const env = { DISPLAY: display, HOME: profile, XDG_DATA_HOME: profile, XDG_CACHE_HOME: profile }
    return { path: miniBrowser() ?? '', args: [], env: { ...env, ...WEBKIT_ENVIRONMENT } }
  }
  if (engine === 'firefox') {
    const preferences = FIREFOX_PREFERENCES.map(
      (pair) => `user_pref(${JSON.stringify(pair).slice(1, -1)});`,
    )
    await writeFile(join(profile, 'user.js'), preferences.join('\n'))
    const path = firefoxEngine()?.use.launchOptions?.executablePath ?? firefox.executablePath()
    return { path, args: ['--headless', '--no-remote', '--profile', profile] }
  }
  const path = chromiumEngine()?.use.launchOptions?.executablePath ?? chromium.executablePath()
  return { path, args: [...BARE_CHROMIUM_FLAGS, `--user-data-dir=${profile}`] }
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** Makes a profile; nothing is started yet. */
export async function createOwnBrowser(engine: string): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'svc-own-'))
  const display = engine === 'webkit' ? await openDisplay() : undefined
  const { path, args, env } = await programOf(engine, profile, display?.name ?? '')
  let running: ChildProcess | undefined

  async function stop(end: (pid: number) => void) {
    if (!running?.pid || running.exitCode !== null) return
    const exit = once(running, 'exit')
    end(running.pid)
    await exit
    running = undefined
  }

  const kill = () => stop((pid) => process.kill(-pid, 'SIGKILL'))

  return {
    async start(url) {
      // In a group of its own, so that its children die with it.
      running = spawn(path, [...args, url], {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, ...env },
      })
    },
    kill,
    async quit() {
      const { pid } = running ?? {}
      await stop((main) => process.kill(main, 'SIGTERM'))
      // Whatever of it has not heard.
      if (pid) killGroup(pid)
    },
    async end() {
      await kill()
      display?.process.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
