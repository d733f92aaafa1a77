import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type BrowserType, chromium, type PlaywrightTestOptions } from '@playwright/test'

/** An engine this machine can drive, and how Playwright starts it. */
export interface Engine {
  readonly name: 'chromium'
  readonly use: Partial<PlaywrightTestOptions> & { readonly launchOptions?: LaunchOptions }
}

interface LaunchOptions {
  readonly executablePath?: string
  readonly timeout?: number
  readonly args?: string[]
  readonly ignoreDefaultArgs?: string[]
}

/** The full path of a program, looked for in PATH; `undefined` when there is none. */
export function which(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** Playwright's own download of an engine, when someone has fetched it. */
function hasOwnDownload(type: BrowserType): boolean {
  try {
    return existsSync(type.executablePath())
  } catch {
    return false
  }
}

/**
 * Chromium in its new headless mode: the old headless shell never restores a page from the
 * back/forward cache, and loses requests fired from `pagehide`. `channel: 'chromium'` asks for it.
 */
export function chromiumEngine(): Engine | undefined {
  const executablePath = process.env.SVC_CHROMIUM ?? which('chromium')
  const launchOptions: LaunchOptions = {
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--disable-quic', '--disable-background-networking', '--disable-component-update'],
    ...(executablePath && { executablePath }),
  }
  if (!executablePath && !hasOwnDownload(chromium)) return undefined
  return {
    name: 'chromium',
    use: { browserName: 'chromium', channel: 'chromium', launchOptions },
  } as Engine
}
