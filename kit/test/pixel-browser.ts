import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { PixelSettings } from '../../src/pixel/pixel-settings.ts'
import type { SandboxApi } from '../../src/pixel/sandbox-api.ts'
import { createTimeline } from '../../test/fakes/timeline.ts'
import { createShopper, type OpenOptions, type ShopperOptions } from '../shopify/index.ts'

const [bundle] = buildSync({
  entryPoints: [`${import.meta.dirname}/../../src/pixel.ts`],
  bundle: true,
  format: 'iife',
  define: { __VERSION__: '"test"' },
  write: false,
  logLevel: 'silent',
}).outputFiles

const program = new Script(bundle?.text ?? '', { filename: 'svc-pixel.js' })

/** One request, and whether its page got the response. */
export interface PixelRequest {
  readonly siteKey: string
  readonly action: string
  readonly uid: string
  readonly t: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The tracker's response: a status with headers, or none. */
export type PixelReply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'fails'
  | 'hangs'

const TRACKER = 'https://tracker.example'

/** Turns of the event loop, more than any chain of requests to the page takes. */
const TURNS = 400

/** Runs everything that takes no time. */
async function settle() {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function parse(url: string): PixelRequest {
  const query = new URL(url).searchParams
  const text = (name: string) => query.get(name) ?? ''
  return {
    siteKey: text('SvcKey'),
    action: text('action'),
    uid: text('uid'),
    t: text('t'),
    data: JSON.parse(text('data')),
  }
}

/** No response until the page aborts the request. */
const silence = (init: RequestInit | undefined) =>
  new Promise<never>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

/** The tracker, shared by all pages of a browser. */
function createTracker() {
  const requests: PixelRequest[] = []
  let reply: (request: PixelRequest) => PixelReply = () => ({ status: 200 })

  const replyTo = (url: string, init: RequestInit | undefined): PixelReply => {
    // A request that checks for CORS headers, which this tracker sends.
    if (init?.method === 'HEAD') return 'fails'
    const request = parse(url)
    requests.push(request)
    return reply(request)
  }

  return {
    requests,
    answer(next: typeof reply) {
      reply = next
    },
    /** The `fetch` of one page. Its requests outlive the page, but its responses do not. */
    createFetch: (isGone: () => boolean) => async (url: string, init?: RequestInit) => {
      const answer = isGone() ? 'hangs' : replyTo(url, init)
      await new Promise((resolve) => setImmediate(resolve))
      if (isGone() || answer === 'hangs') return silence(init)
      if (answer === 'fails') throw new TypeError('Failed to fetch')
      // A response that a script creates has the type `default`.
      return Object.defineProperty(new Response(null, answer), 'type', { value: 'cors' })
    },
  }
}

/** A shopper's browser that runs the pixel's source, with a clock that stands still. */
export function pixelBrowser(options: ShopperOptions = {}) {
  const timeline = createTimeline()
  const shopper = createShopper({
    consent: true,
    now: timeline.now,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    ...options,
  })
  const tracker = createTracker()
  const { requests } = tracker
  const warnings: string[] = []
  let isFull = false

  return {
    /** From now on the page's storage takes no more texts, or takes them again. */
    fillStorage(isFullNow: boolean) {
      isFull = isFullNow
    },
    shopper,
    timeline,
    warnings,
    /** The requests so far, those of one action, or those since the last `clear`. */
    sent: (action?: string) =>
      requests.filter((request) => action === undefined || request.action === action),
    actions: () => requests.map(({ action }) => action),
    clear() {
      requests.length = 0
    },
    /** Sets the responses from now on. */
    answer(next: PixelReply | ((request: PixelRequest) => PixelReply)) {
      tracker.answer(typeof next === 'function' ? next : () => next)
    },
    /** Opens a page with the pixel; with `null`, the pixel reads the app's settings. */
    async open(
      path: string,
      settings: Partial<PixelSettings> | null = {},
      pageOptions?: OpenOptions,
    ) {
      const page = shopper.open(path, pageOptions)
      let isGone = false
      const { localStorage } = page.api.browser
      const { setItem } = localStorage
      localStorage.setItem = async (...item) => {
        if (!isFull) return setItem(...item)
        await new Promise((resolve) => setImmediate(resolve))
        throw new Error('QuotaExceededError')
      }
      const schedule = (task: () => void, delayMs: number) =>
        timeline.in(delayMs, () => !isGone && task(), undefined, true)
      class FakeDate extends Date {
        static override now = timeline.now
      }
      const scope: Record<string, unknown> = {
        URL,
        AbortController,
        crypto,
        Date: FakeDate,
        console: { warn: (text: string) => warnings.push(text) },
        fetch: tracker.createFetch(() => isGone),
        setTimeout: schedule,
        clearTimeout: (cancel?: () => void) => cancel?.(),
      }
      program.runInContext(createContext(scope))
      const { svcPixel } = scope as {
        svcPixel: (settings: Partial<PixelSettings>) => (api: SandboxApi) => void
      }
      page.register(
        svcPixel(settings === null ? {} : { siteKey: 'SITE', trackerUrl: TRACKER, ...settings }),
      )
      await settle()
      return {
        ...page,
        async publish(name: string, data?: object) {
          page.publish(name, data)
          await settle()
        },
        /** Publishes an event on a page that is closed before anything is answered. */
        publishAndLeave(name: string, data: object, turns: number) {
          page.publish(name, data)
          return (async () => {
            for (let turn = 0; turn < turns; turn++)
              await new Promise((resolve) => setImmediate(resolve))
            isGone = true
            page.leave()
            await settle()
          })()
        },
        async answerConsent(isGiven: boolean) {
          page.answerConsent(isGiven)
          await settle()
        },
        leave() {
          isGone = true
          page.leave()
        },
      }
    },
    /** Advances the time in small steps, so that tasks which follow from a timer also run in time. */
    async advance(ms: number, stepMs = 500) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        timeline.advance(Math.min(stepMs, ms - passed))
        await settle()
      }
    },
  }
}
