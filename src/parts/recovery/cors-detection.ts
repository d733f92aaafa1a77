import { warnOnce } from '../../browser/guard'
import { platform } from '../../send/platform'
import { tracker } from '../../send/transport'
import { settings } from '../../settings/read-settings'

/** Short enough for three tries to end before the lease of the waiting events does. */
const TIME_LIMIT_MS = 4_000

/** Whether a probe has shown that the headers are present. */
let hasHeaders = false

/** Sends a probe. Without `AbortSignal.timeout`, only the browser's own limit ends it. */
const probe = (isCors: boolean): Promise<boolean> =>
  platform
    .transport(`${settings.trackerUrl}/v2/1p.jpg`, {
      isCors,
      method: 'HEAD',
      signal: AbortSignal.timeout?.(TIME_LIMIT_MS),
    })
    .then(
      () => true,
      () => false,
    )

/**
 * Finds out whether a tracker responds without CORS headers, which the browser reports like a failed request. It sends one request that
 * carries no event and does not need the headers, then two that do. With only one, a reset connection would be mistaken for missing
 * headers, and the event for sent.
 *
 * @param hasAnswered - Whether a response has been read by now, which proves that only the probe itself was lost.
 * @returns `true` if the headers are missing: requests that seemed to fail then count as received.
 */
export async function lacksCors(hasAnswered: () => boolean): Promise<boolean> {
  if (settings.trackerCors !== undefined || hasHeaders || !(await probe(false))) return false
  hasHeaders = (await probe(true)) || (await probe(true))
  if (hasHeaders || hasAnswered()) return false
  tracker.hasCors = false
  warnOnce(
    'the tracker sends no CORS headers; set data-tracker-cors="false" so that no request is made twice',
  )
  return true
}
