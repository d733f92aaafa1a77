import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import { createShopper, type OpenOptions, type ShopperOptions } from '../../kit/shopify/index.ts'
import type { PixelSettings } from '../../src/pixel/pixel-settings.ts'
import type { SandboxApi } from '../../src/pixel/sandbox-api.ts'
import { createTimeline } from '../fakes/timeline.ts'

const [bundle] = buildSync({
  entryPoints: [`${import.meta.dirname}/../../src/pixel.ts`],
  bundle: true,
  format: 'iife',
  define: { __VERSION__: '"test"' },
  write: false,
  logLevel: 'silent',
}).outputFiles

const program = new Script(bundle?.text ?? '', { filename: 'svc-pixel.js' })

/** One request, and whether its page got the answer. */
export interface PixelRequest {
  readonly action: string
  readonly uid: string
  readonly t: string
  readonly data: Readonly<Record<string, unknown>>
}

/** How the tracker answers: a status with headers, or a silence. */
export type PixelReply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'fails'
  | 'hangs'

const TRACKER = 'https://tracker.example'

/** Turns of the event loop: longer than any chain of questions to the page. */
const TURNS = 400

/** Lets everything happen that needs no time. */
async function settle() {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function parse(url: string): PixelRequest {
  const query = new URL(url).searchParams
  const text = (name: string) => query.get(name) ?? ''
  return {
    action: text('action'),
    uid: text('uid'),
    t: text('t'),
    data: JSON.parse(text('data')),
  }
}

/** No answer until the page gives up. */
const silence = (init: RequestInit | undefined) =>
  new Promise<never>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

/** The tracker, as all pages of a browser reach it. */
function createTracker() {
  const requests: PixelRequest[] = []
  let reply: (request: PixelRequest) => PixelReply = () => ({ status: 200 })

  const replyTo = (url: string, init: RequestInit | undefined): PixelReply => {
    // A question for CORS headers; this tracker has them.
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
    /** The `fetch` of one page. A request outlives the page, its answer does not. */
    createFetch: (isGone: () => boolean) => async (url: string, init?: RequestInit) => {
      const answer = isGone() ? 'hangs' : replyTo(url, init)
      await new Promise((resolve) => setImmediate(resolve))
      if (isGone() || answer === 'hangs') return silence(init)
      if (answer === 'fails') throw new TypeError('Failed to fetch')
      return new Response(null, answer)
    },
  }
}

/** A shopper's browser in which the pixel's own source runs, with a clock that stands still. */
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

  return {
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
    /** Decides about the answers from now on. */
    answer(next: PixelReply | ((request: PixelRequest) => PixelReply)) {
      tracker.answer(typeof next === 'function' ? next : () => next)
    },
    /** Opens a page with the pixel; `null` leaves the settings to the app. */
    async open(
      path: string,
      settings: Partial<PixelSettings> | null = {},
      pageOptions?: OpenOptions,
    ) {
      const page = shopper.open(path, pageOptions)
      let isGone = false
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
        /** Publishes, and the page is gone before anything is answered. */
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
    /** Moves the time in small steps, so that what follows from a timer has its time, too. */
    async advance(ms: number, stepMs = 500) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        timeline.advance(Math.min(stepMs, ms - passed))
        await settle()
      }
    },
  }
}
