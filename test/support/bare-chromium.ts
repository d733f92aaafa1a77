import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { BARE_CHROMIUM_FLAGS, chromiumEngine } from './engines.ts'

/**
 * A Chromium as people have it. One that Playwright starts keeps every tab focused and visible, and never prerenders a
 * page.
 */
export interface BareChromium {
  /** Where a debugger may attach: `chromium.connectOverCDP(address, { noDefaults: true })`. */
  readonly address: string
  close(): Promise<void>
}

const FLAGS = [...BARE_CHROMIUM_FLAGS, '--remote-debugging-port=0']

/** Starts it on a page, with a profile of its own. */
export async function startBareChromium(
  url: string,
  further: readonly string[] = [],
): Promise<BareChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'svc-chromium-'))
  const program = chromiumEngine()?.use.launchOptions?.executablePath ?? chromium.executablePath()
  const process = spawn(program, [...FLAGS, ...further, `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    address: await addressOf(process),
    async close() {
      const exit = once(process, 'exit')
      process.kill('SIGKILL')
      await exit
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium has no output.')
  const lines = createInterface(stderr)
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('Chromium ended before it listened.')
}
