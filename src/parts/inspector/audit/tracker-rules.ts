import { settings } from '../../../settings/read-settings'
import type { Finding } from '../inspector-api'
import { findingOf, type Rule } from './audited-page'
import { requestHead } from './head-request'

const unreachable = findingOf('tracker-unreachable', 'error')
const status = findingOf('tracker-status', 'error')
const refused = findingOf('tracker-refuses-key', 'error')
const unreadable = findingOf('tracker-cors', 'warning')

/** A slower tracker is not checked. */
const PATIENCE_MS = 4_000

/** Statuses that only mean that the tracker does not support `HEAD`. */
const HEAD_UNKNOWN = [405, 501]

/** Findings about a response that could be read. */
function problemIn(response: Response): Finding[] {
  const { trackerUrl, siteKey } = settings
  const { ok, status: code, headers } = response
  if (code === 401 || code === 403)
    return [
      refused(undefined, {
        message: `The tracker refuses the site key “${siteKey}” (status ${code}), so events are lost.`,
        fix: 'Copy the site key from the console: Manage, Configure Site, Keys.',
      }),
    ]
  if (ok && /html/.test(headers.get('content-type') ?? ''))
    return [
      status(undefined, {
        message: `${trackerUrl}/v2/1p.jpg returns a page, so it is not a tracker.`,
        fix: 'Write the address of the tracker into data-tracker-url. An empty value means the origin of the page.',
      }),
    ]
  if (ok || HEAD_UNKNOWN.includes(code)) return []
  return [
    status(undefined, {
      message: `The tracker at ${trackerUrl} responds with status ${code}, so events are lost.`,
      fix: 'Correct data-tracker-url: it is the address before /v2/1p.jpg. If it is right, ask the provider.',
    }),
  ]
}

/** Findings if no response could be read. */
const problemWithout = (isReached: boolean): Finding =>
  isReached
    ? unreadable(undefined, {
        message:
          'The tracker sends no CORS headers, so the tag cannot distinguish a refused event from a received one.',
        fix: 'Send Access-Control-Allow-Origin with each response, or set data-tracker-cors="false".',
      })
    : unreachable(undefined, {
        message: `The tracker at ${settings.trackerUrl} cannot be reached from this page.`,
        fix: 'Correct data-tracker-url. If it is right, look for an ad blocker, a proxy, or a page on https with a tracker on http.',
      })

/** Sends the tracker one request without an event, to check that it responds, accepts the site key and allows its responses to be read. */
export const trackerAnswers: Rule = async () => {
  const { trackerUrl, siteKey, trackerCors } = settings
  if (!trackerUrl || !siteKey) return []
  const url = `${trackerUrl}/v2/1p.jpg?SvcKey=${encodeURIComponent(siteKey)}`
  const isReadable = trackerCors !== false
  const response = isReadable ? await requestHead(url, 'cors', PATIENCE_MS) : undefined
  if (response === 'late') return []
  if (response) return problemIn(response)
  const isReached = Boolean(await requestHead(url, 'no-cors', PATIENCE_MS))
  return isReached && !isReadable ? [] : [problemWithout(isReached)]
}
