import type { ServerResponse } from 'node:http'
import { expect } from '@playwright/test'
import { createHands } from './keys.ts'
import { createFinders } from './locator.ts'
import type { Passing, Proxy as Requests } from './proxy.ts'
import { createPlace, type Found, type Place, pause, type Turns } from './window.ts'

/** An address, as Playwright's functions take it. */
type Where = string | RegExp | ((url: URL) => boolean)

const isAt = (where: Where, url: string): boolean => {
  if (typeof where === 'function') return where(new URL(url))
  if (where instanceof RegExp) return where.test(url)
  const written = where.replace(/[.+^${}()|[\]\\?]/g, '\\$&')
  const pattern = written.replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')
  return new RegExp(`^${pattern}$`).test(url)
}

/** Less than this, the browser's own toolbar may not allow. */
const NARROWEST_PX = 500

const source = (does: unknown) => String(does)

/** Runs in the page, before its scripts. */
export const initScript = (script: unknown, given?: unknown): string =>
  typeof script === 'function' ? `(${script})(${JSON.stringify(given)})` : String(script)

type Handler = (route: object, request: object) => unknown

/** Actions of a route's handler on a request. */
function routeOf(requests: Requests, passing: Passing, response: ServerResponse) {
  const headers = passing.message.headers
  const request = {
    url: () => passing.url,
    method: () => passing.method,
    headers: () => headers,
  }
  const route = {
    request: () => request,
    async fulfill(answer: {
      status?: number
      contentType?: string
      headers?: Record<string, string>
      body?: string
      json?: unknown
    }) {
      const type = answer.json === undefined ? answer.contentType : 'application/json'
      response.writeHead(answer.status ?? 200, {
        ...(type && { 'content-type': type }),
        ...answer.headers,
      })
      response.end(answer.json === undefined ? answer.body : JSON.stringify(answer.json))
    },
    continue: async () => requests.pass(passing, response),
    fallback: async () => requests.pass(passing, response),
    abort: async () => response.destroy(),
  }
  return { route, request }
}

/** Routes of one browser. */
export function createRoutes(requests: Requests) {
  const takers = new Map<unknown, Requests['takers'][number]>()
  return {
    async route(where: Where, handler: Handler) {
      const take = (passing: Passing, response: ServerResponse) => {
        if (!isAt(where, passing.url)) return false
        const { route, request } = routeOf(requests, passing, response)
        void handler(route, request)
        return true
      }
      takers.set(where, take)
      requests.takers.push(take)
    },
    async unroute(where: Where) {
      const at = requests.takers.indexOf(takers.get(where) as Requests['takers'][number])
      if (at >= 0) requests.takers.splice(at, 1)
    },
  }
}

type Wanted = Where | ((one: object) => boolean)

/** The first request, or answer, like this. */
const next = (requests: Requests, wanted: Wanted, isAnswered: boolean) =>
  new Promise<object>((resolve) => {
    const listener = (passing: Passing, status?: number) => {
      if (isAnswered !== (status !== undefined) || !isWanted(wanted, passing, status)) return
      requests.listeners.delete(listener)
      resolve(answerOf(passing, status))
    }
    requests.listeners.add(listener)
  })

const answerOf = ({ url, method }: Passing, status?: number) => ({
  url: () => url,
  method: () => method,
  status: () => status,
  ok: () => status !== undefined && status < 400,
})

const isWanted = (wanted: Wanted, passing: Passing, status?: number) =>
  typeof wanted === 'function'
    ? (wanted as (one: object) => boolean)(answerOf(passing, status))
    : isAt(wanted, passing.url)

interface Opened {
  readonly handle: string
  readonly turns: Turns
  readonly requests: Requests
  /** Closes the window, whatever becomes of the session. */
  close(): Promise<void>
}

/**
 * A window of WebKit's with the part of [Playwright's `Page`](https://playwright.dev/docs/api/class-page) that stories use, so that
 * they are the same stories.
 */
export function createWebKitPage({ handle, turns, requests, close }: Opened) {
  const place = createPlace((task) => turns.at(handle, task))
  const hands = createHands(place)
  let isClosed = false

  async function goto(url: string) {
    await place.inTurn((command) => command('POST', '/url', { url }))
    await place.evaluate('null')
    return null
  }

  async function waitForFunction(does: unknown, given?: unknown) {
    const isSo = () => place.evaluate(source(does), given ?? null).catch(() => false)
    await expect.poll(async () => Boolean(await isSo()), { intervals: [30, 60, 100] }).toBe(true)
  }

  async function frame(name: string) {
    const element = await place.inTurn((command) =>
      command<Found>('POST', '/element', {
        using: 'css selector',
        value: `iframe[name="${name}"]`,
      }),
    )
    const inside: Place['inTurn'] = (task) =>
      place.inTurn(async (command) => {
        await command('POST', '/frame', { id: element })
        try {
          return await task(command)
        } finally {
          await command('POST', '/frame', { id: null })
        }
      })
    return createPlace(inside)
  }

  return {
    ...createFinders(place, hands),
    ...createRoutes(requests),
    goto,
    reload: async () => {
      await place.inTurn((command) => command('POST', '/refresh'))
      return null
    },
    goBack: async () => {
      await place.inTurn((command) => command('POST', '/back'))
      return null
    },
    goForward: async () => {
      await place.inTurn((command) => command('POST', '/forward'))
      return null
    },
    url: place.url,
    evaluate: (does: unknown, given?: unknown) => place.evaluate(source(does), given ?? null),
    waitForFunction,
    waitForTimeout: pause,
    waitForLoadState: () => waitForFunction("document.readyState === 'complete'"),
    waitForURL: (where: Where) =>
      expect
        .poll(async () => {
          await place.evaluate("document.readyState === 'complete' || null").catch(() => {})
          return isAt(where, place.url())
        })
        .toBe(true),
    waitForRequest: (wanted: Where) => next(requests, wanted, false),
    waitForResponse: (wanted: Where) => next(requests, wanted, true),
    addInitScript: async (script: unknown, given?: unknown) => {
      requests.scripts.push(initScript(script, given))
    },
    frame: (name: string) => {
      const opening = frame(name)
      const inside: Place = {
        inTurn: async (task) => (await opening).inTurn(task),
        evaluate: async (does, ...given) => (await opening).evaluate(does, ...given),
        url: place.url,
      }
      return createFinders(inside, createHands(inside))
    },
    keyboard: { press: hands.press, type: hands.type, down: hands.keyDown, up: hands.keyUp },
    mouse: {
      move: (x: number, y: number) => hands.move(x, y),
      down: () => hands.down(),
      up: () => hands.up(),
      wheel: hands.wheel,
      click: (x: number, y: number) => hands.click(x, y),
    },
    /** Sizes the window so that the page has this much of it. */
    async setViewportSize({ width, height }: { width: number; height: number }) {
      const resize = (more: readonly number[]) =>
        place.inTurn((command) =>
          command('POST', '/window/rect', {
            width: width + (more[0] ?? 0),
            height: height + (more[1] ?? 0),
          }),
        )
      const frameOf = () =>
        place.evaluate<number[]>('[outerWidth - innerWidth, outerHeight - innerHeight]')
      await resize(await frameOf())
      await waitForFunction(
        `([width, height, narrowest]) => innerHeight === height && (innerWidth === width || (innerWidth > width && innerWidth < narrowest))`,
        [width, height, NARROWEST_PX],
      )
    },
    bringToFront: async () => {},
    isClosed: () => isClosed,
    async close() {
      isClosed = true
      await close()
    },
  }
}
