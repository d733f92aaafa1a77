import { settings } from '../settings/read-settings'
import { pixelUrl } from '../wire/pixel-url'
import type { TrackerEvent } from '../wire/tracker-event'

/** The browser's own: what the page puts in its place later is not asked. */
const { fetch } = window

/** Without CORS headers a response cannot be read, and looks like none in `cors` mode. */
let hasCors = true

/** Sets whether the tracker answers with CORS headers, as far as was found out. */
export const useCors = (has: boolean) => {
  hasCors = has
}

/** The last URL: an event's is asked for several times on its way. */
let last: { readonly event?: TrackerEvent; readonly url: string } = { url: '' }

/** The request URL of an event. Everything but letters and digits is escaped, so its characters are its bytes. */
export function urlOf(event: TrackerEvent): string {
  if (last.event !== event) last = { event, url: pixelUrl(settings, event) }
  return last.url
}

/** Whether requests can be made that outlive the page. */
export const canFetch = (): boolean =>
  typeof fetch === 'function' && 'keepalive' in Object(window.Request?.prototype)

/** How a pixel is requested. */
export interface PixelOptions {
  readonly signal?: AbortSignal | undefined
  /** It outlives the page; Chromium then keeps its connection for 30 s after an abort. */
  readonly keepalive?: boolean
  readonly method?: 'HEAD'
  /** Whether the status is to be read; as the tracker can, if absent. */
  readonly isCors?: boolean
}

type Transport = (url: string, options: PixelOptions) => Promise<Response>

/** Requests a pixel by `fetch`: without credentials, and answered by no cache. Rejects if there is no response. */
export const fetchPixel: Transport = async (
  url,
  { isCors = settings.trackerCors ?? hasCors, keepalive = true, signal = null, method = 'GET' },
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

let transport = fetchPixel

/** Replaces how pixels are requested. */
export const useTransport = (replacement: Transport) => {
  transport = replacement
}

/** Requests a pixel. Rejects if there is no response. */
export const requestPixel: Transport = (url, options) => transport(url, options)
