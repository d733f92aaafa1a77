import { type Cancel, schedule } from '../browser/clock'
import { pixelUrl } from '../wire/pixel-url'
import type { TrackerEvent } from '../wire/tracker-event'
import type { FullPixelSettings } from './pixel-settings'

/** How a request ended: a status and what the tracker said with it, or nothing. */
export interface PixelAnswer {
  /** 0 for an answer that cannot be read; `undefined` for none. */
  readonly status: number | undefined
  readonly retryAfter: string | null
  readonly dropsRepeats: boolean
}

const TIME_LIMIT_MS = 10_000

/** The request URL of an event. */
export const urlOf = (settings: FullPixelSettings, event: TrackerEvent): string =>
  pixelUrl(settings, event)

/** Requests a pixel. The request outlives the page; the answer does not. Never rejects. */
export async function requestPixel(url: string, isCors: boolean): Promise<PixelAnswer> {
  const controller = new AbortController()
  const cancel: Cancel = schedule(() => controller.abort(), TIME_LIMIT_MS)
  try {
    const { status, headers } = await fetch(url, {
      mode: isCors ? 'cors' : 'no-cors',
      keepalive: true,
      signal: controller.signal,
      credentials: 'omit',
      cache: 'no-store',
    })
    return {
      status,
      retryAfter: headers.get('retry-after'),
      dropsRepeats: headers.get('svc-drops-repeats') === '1',
    }
  } catch {
    return { status: undefined, retryAfter: null, dropsRepeats: false }
  } finally {
    cancel()
  }
}

/** Whether a tracker answers, but without CORS headers, so that every answer looks like none: asked without an event. */
export async function lacksCors({ trackerUrl }: FullPixelSettings): Promise<boolean> {
  const answers = async (mode: RequestMode) =>
    fetch(`${trackerUrl}/v2/1p.jpg`, { method: 'HEAD', mode, credentials: 'omit' }).then(
      () => true,
      () => false,
    )
  return (await answers('no-cors')) && !(await answers('cors'))
}
