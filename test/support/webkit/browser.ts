import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openDisplay, startSession } from './installation.ts'
import { createRoutes, createWebKitPage, initScript } from './page.ts'
import { startProxy } from './proxy.ts'
import { createTurns } from './window.ts'

interface Size {
  readonly width: number
  readonly height: number
}

interface ContextOptions {
  readonly viewport?: Size | null
}

/** Playwright's own size of a page. */
const VIEWPORT: Size = { width: 1280, height: 720 }

/**
 * WebKit with as much of [Playwright's `Browser`](https://playwright.dev/docs/api/class-browser) as stories use: what they ask beyond
 * that is an error that names it. A context is a driver, a session and a proxy of its own.
 */
export async function startWebKit(): Promise<Browser> {
  const display = await openDisplay()
  const contexts = new Set<{ close(): Promise<void> }>()

  async function newContext(options: ContextOptions = {}) {
    const onClose = () => contexts.delete(context)
    const context = await openContext(display.name, options, () => browser, onClose)
    contexts.add(context)
    return only<BrowserContext>('a context', context)
  }

  const browser = only<Browser>('a browser', {
    browserType: () => ({ name: () => 'webkit' }),
    newContext,
    async newPage(options?: ContextOptions) {
      return (await newContext(options)).newPage()
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()))
      display.process.kill()
    },
  })
  return browser
}

async function openContext(
  display: string,
  options: ContextOptions,
  browser: () => Browser,
  onClose: () => void,
) {
  const requests = await startProxy()
  const session = await startSession(display, requests.port)
  const turns = createTurns(session)
  const viewport = options.viewport ?? VIEWPORT
  // Windows of no page; with its last window a session ends.
  const spare = await session.call<string[]>('GET', '/window/handles')
  const windows = new Set(spare)
  const pages = new Map<string, Page>()
  let isOpen = true

  async function openWindow(): Promise<string> {
    const free = spare.pop()
    if (free) return free
    // Asked in one that is there: the current one may have been closed.
    const [there = ''] = windows
    const { handle } = await turns.at(there, (command) =>
      command<{ handle: string }>('POST', '/window/new', { type: 'window' }),
    )
    windows.add(handle)
    return handle
  }

  async function newPage() {
    const handle = await openWindow()
    const page = createWebKitPage({
      handle,
      turns,
      requests,
      async close() {
        if (!pages.delete(handle)) return
        if (pages.size + spare.length === 0) spare.push(await openWindow())
        await turns.at(handle, (command) => command('DELETE', '/window'))
        windows.delete(handle)
        turns.forget()
      },
    })
    await page.setViewportSize(viewport)
    const whole = only<Page>('a page', { ...page, context: () => context })
    pages.set(handle, whole)
    return whole
  }

  const context = only<BrowserContext>('a context', {
    ...createRoutes(requests),
    browser,
    newPage,
    pages: () => [...pages.values()],
    async addInitScript(script: unknown, given?: unknown) {
      requests.scripts.push(initScript(script, given))
    },
    /** Connections end and none is made; the driver has no way to tell the page of it. */
    setOffline: async (isOffline: boolean) => requests.setOffline(isOffline),
    async cookies() {
      const [handle] = pages.keys()
      return turns.at(handle ?? '', (command) => command<object[]>('GET', '/cookie'))
    },
    async clearCookies() {
      const [handle] = pages.keys()
      await turns.at(handle ?? '', (command) => command('DELETE', '/cookie'))
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      onClose()
      await session.end()
      await requests.close()
    },
  })
  return context
}

/** Says of a member that is not there that it is not, and for whom; to `await` and to matchers it is a plain object. */
function only<Whole extends object>(what: string, part: object): Whole {
  const isAsked = (name: string | symbol) =>
    typeof name === 'string' &&
    /^[a-z]/.test(name) &&
    !['then', 'toJSON', 'asymmetricMatch'].includes(name)
  return new Proxy(part, {
    get(target, name) {
      if (name in target || !isAsked(name)) return Reflect.get(target, name)
      throw new Error(`WebKit's driver has no ${String(name)} of ${what}.`)
    },
  }) as Whole
}
