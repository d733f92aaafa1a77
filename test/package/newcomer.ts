import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumEngine } from '../support/runner/engines.ts'

// The README's steps for a newcomer: clone, two commands, a page of one's own, its events.
// `--built` takes node_modules and dist of this project instead of making them, which is most of the time.

const project = fileURLToPath(new URL('../..', import.meta.url))
const isBuilt = process.argv.includes('--built')

/** As long as a slow machine needs for a build. */
const PATIENCE_MS = 300_000

const started = Date.now()
const say = (text: string) =>
  console.log(`${String(Math.round((Date.now() - started) / 1_000)).padStart(4)} s  ${text}`)

function clone(home: string): string {
  const to = join(home, 'svc-tag')
  // A checkout that belongs to somebody else, as in many CI machines, is still ours to read.
  const config = join(home, 'gitconfig')
  writeFileSync(config, '[safe]\n\tdirectory = *\n')
  execFileSync('git', ['clone', '--quiet', '--no-local', project, to], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: config },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return to
}

/** Does what `npm start` does, with or without its build. No `npx`: within `npm exec --call` it takes the call for its own. */
const START = isBuilt
  ? ([process.execPath, '--import', 'tsx', 'demo-site/start.ts'] as const)
  : (['npm', 'start', '--'] as const)

/** Starts the service in the clone; settles with the address that it prints. */
async function start(clonePath: string) {
  // A group of its own: npm, a shell and the service are to end together.
  const [program, ...args] = START
  const child = spawn(program, [...args, '--port', '0'], {
    cwd: clonePath,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM')
  }
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const tooLate = setTimeout(() => {
      stop()
      reject(new Error(`npm start printed no address:\n${printed}`))
    }, PATIENCE_MS)
    tooLate.unref()
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const [found] = /http:\S+(?=\/events)/.exec(printed) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)))
  })
  return { url, stop }
}

async function fetchPages(url: string) {
  for (const path of ['/', '/c/Men', '/search?q=boots', '/svc.js', '/events', '/analytics']) {
    const { status } = await fetch(url + path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
}

/** The page of the README's second step, with what only an automated browser needs. */
function firstPage(clonePath: string): string {
  const readme = readFileSync(join(clonePath, 'README.md'), 'utf8')
  const [, html] = /```html\n(\s*<!doctype html>.*?)```/s.exec(readme) ?? []
  if (!html) throw new Error('the README has no page to save')
  return html.replace('<script async', '<script async data-record-bots')
}

interface EventList {
  readonly events: readonly { readonly action: string; readonly reasons: readonly string[] }[]
}

const WANTED = ['visitor', 'PRODUCT_IMPRESSIONS', 'cart']

/** The service's store, as the page `/events` asks for it. */
async function stored(url: string) {
  const { events } = (await (await fetch(`${url}/events/list`)).json()) as EventList
  const faults = events.flatMap(({ reasons }) => reasons)
  if (faults.length) throw new Error(`the service objects: ${faults.join(' ')}`)
  return events.map(({ action }) => action)
}

async function shop(url: string) {
  const engine = chromiumEngine()
  if (!engine) throw new Error('no Chromium: npx tsx test/support/runner/browsers.ts')
  const { launchOptions = {} } = engine.use
  const browser = await chromium.launch({ channel: 'chromium', ...launchOptions })
  try {
    const page = await browser.newPage()
    await page.goto(`${url}/first.html`)
    await page.getByRole('button').first().click()
    const end = Date.now() + 30_000
    let actions: readonly string[] = []
    while (!WANTED.every((action) => actions.includes(action))) {
      if (Date.now() > end) throw new Error(`only these events came: ${actions.join(', ')}`)
      await page.waitForTimeout(100)
      actions = await stored(url)
    }
    return actions
  } finally {
    await browser.close()
  }
}

async function main() {
  if (!existsSync(join(project, '.git'))) return say('NOT RUN: this folder is no git clone')
  const home = mkdtempSync(join(tmpdir(), 'svc-newcomer-'))
  try {
    const clonePath = clone(home)
    say('cloned')
    if (isBuilt) {
      symlinkSync(join(project, 'node_modules'), join(clonePath, 'node_modules'))
      cpSync(join(project, 'dist'), join(clonePath, 'dist'), { recursive: true })
    } else execFileSync('npm', ['ci'], { cwd: clonePath, stdio: ['ignore', 'ignore', 'inherit'] })
    say(isBuilt ? 'npm ci and the build left out' : 'npm ci')
    const { url, stop } = await start(clonePath)
    try {
      say(`started: ${url}`)
      await fetchPages(url)
      say('every page answers')
      writeFileSync(join(clonePath, 'dist/first.html'), firstPage(clonePath))
      say(`events in the store: ${(await shop(url)).join(', ')}`)
    } finally {
      stop()
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

await main()
