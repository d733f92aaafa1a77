import { nativeFunction } from '../browser/clock'
import { isGateOpen } from '../browser/consent-gate'
import { settings } from '../settings/read-settings'
import { pixelUrl } from '../wire/pixel-url'
import type { TrackerEvent } from '../wire/tracker-event'
import { type PixelOptions, platform, type Transport } from './platform'

/** The browser's `fetch`, stored before the page can replace it. */
const fetch = nativeFunction('fetch')

/**
 * Whether the tracker sends CORS headers, as far as is known. Without them a response cannot be
 * read and, in `cors` mode, looks like a failure.
 */
export const tracker = { hasCors: true }

/** The last URL, cached because each event's URL is needed several times. */
let last: { readonly event?: TrackerEvent; readonly url: string } = { url: '' }

/** The request URL of an event. Everything but letters and digits is escaped, so its length in characters is its length in bytes. */
export function urlOf(event: TrackerEvent): string {
  if (last.event !== event) last = { event, url: pixelUrl(settings, event) }
  return last.url
}

/** Whether the browser supports requests that outlive the page. */
export const canFetch = (): boolean =>
  typeof fetch === 'function' && 'keepalive' in Object(globalThis.Request?.prototype)

/** Requests a pixel with `fetch`, without credentials and bypassing caches. Rejects if there is no response. */
export const fetchPixel: Transport = async (
  url,
  {
    isCors = settings.trackerCors ?? tracker.hasCors,
    keepalive = true,
    signal = null,
    method = 'GET',
  },
) =>
  fetch(url, {
    mode: isCors ? 'cors' : 'no-cors',
    keepalive,
    method,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    priority: 'low',
  })

/** Requests a pixel: the only way out, which is closed without consent. Rejects if there is no response. */
export const requestPixel = async (url: string, options: PixelOptions): Promise<Response> => {
  if (!isGateOpen()) throw new Error('no consent')
  return platform.transport(url, options)
}
