import { warnOnce } from '../../browser/guard'
import { LONGEST_WAIT_MS } from '../../browser/tabs'
import { requestPixel, tracker } from '../../send/transport'
import { settings } from '../../settings/read-settings'

/** Whether a probe has shown that the headers are present. */
let hasHeaders = false

/** Sends a request that carries no event. Without `AbortSignal.timeout`, only the browser's own limit ends it. */
const probe = (isCors: boolean): Promise<boolean> =>
  requestPixel(`${settings.trackerUrl}/v2/1p.jpg`, {
    isCors,
    method: 'HEAD',
    signal: AbortSignal.timeout?.(LONGEST_WAIT_MS / 2),
  }).then(
    // The page's own `fetch` may return nothing.
    (response?: Response) => response !== undefined,
    () => false,
  )

/**
 * Changes how the next tries are made if the tracker answers, but the browser does not let the page read the answer: the tracker sends no
 * CORS headers, or a script of the page adds a header to every request that the tracker does not allow. Without reading the status,
 * both work. Whether the tries so far have arrived stays unknown, so they are made again.
 *
 * @param hasAnswered - Whether a response has been read by now, which proves that only the probe itself was lost.
 * @returns Whether the tracker answers at all.
 */
export async function findTransport(hasAnswered: () => boolean): Promise<boolean> {
  if (settings.trackerCors !== undefined || hasHeaders) return true
  if (!(await probe(false))) return false
  // With only one, a reset connection would be mistaken for missing headers.
  const isReadable = await Promise.all([probe(true), probe(true)])
  hasHeaders = isReadable.includes(true)
  if (hasHeaders || hasAnswered()) return true
  tracker.hasCors = false
  warnOnce(
    'the tracker\'s answers cannot be read: it sends no CORS headers, or a script of the page adds a header to its requests; set data-tracker-cors="false" so that no request is made twice',
  )
  return true
}
