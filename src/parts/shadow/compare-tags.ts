import { GA4_ACTIONS, isGa4, readGa4 } from './read-ga4'
import { isPixel, parsePixel, readPixels } from './read-pixel'
import type { PageRequest, Report } from './tag-report'
import { type Comparison, compareReports } from './two-reports'

/** A kind of tag that can be compared: GA4, or a script of the shop that calls this contract's tracker itself. */
export type OtherTag = 'ga4' | 'pixel'

/** Agreements and differences between this tag and another. */
export interface TagComparison extends Comparison {
  readonly tag: OtherTag
  /** GA4's measurement id, or the site key that the other script sends. */
  readonly id: string
  /** Requests that cannot be read, each with the reason. Their events may be listed as `extra`. */
  readonly faults: readonly string[]
}

/** Names of the two sides, used in sentences. */
const OWN = 'by svc-tag'
const NAMES: Readonly<Record<OtherTag, string>> = { ga4: 'by GA4', pixel: 'by the other script' }

/** Whether the tag itself made a request. Its requests say so, unless `strictFields` removes that field. */
function isOwn(url: string, ownIds: ReadonlySet<string>): boolean {
  const event = parsePixel(url)
  if (typeof event === 'string') return false
  return ownIds.has(event.t) || String(event.data.ver).startsWith('svc-tag/')
}

function senderOf(
  url: string,
  ownIds: ReadonlySet<string>,
): readonly [OtherTag, string] | undefined {
  const { searchParams } = new URL(url)
  if (isGa4(url)) return ['ga4', searchParams.get('tid') ?? '']
  return isPixel(url) && !isOwn(url, ownIds)
    ? ['pixel', searchParams.get('SvcKey') ?? '']
    : undefined
}

/** Whether a request may be another tag's report. The audit's own request to the tracker has no action. */
export const isReport = (url: string): boolean =>
  isGa4(url) || (isPixel(url) && new URL(url).searchParams.has('action'))

/**
 * Compares this tag with each other tag that made one of the requests, in the order of their first request.
 *
 * @param ownIds - The `t` of this tag's events, which identify its own requests.
 */
export function compareTags(
  own: readonly Report[],
  requests: readonly PageRequest[],
  ownIds: ReadonlySet<string>,
): readonly TagComparison[] {
  const senders = new Map<string, { tag: OtherTag; id: string; sent: PageRequest[] }>()
  for (const request of requests) {
    const [tag, id] = senderOf(request.url, ownIds) ?? []
    if (!tag || id === undefined) continue
    const sender = senders.get(`${tag} ${id}`) ?? { tag, id, sent: [] }
    senders.set(`${tag} ${id}`, sender)
    sender.sent.push(request)
  }
  return [...senders.values()].map(({ tag, id, sent }) => {
    const { reports, faults } = tag === 'ga4' ? readGa4(sent) : readPixels(sent)
    const names = { own: OWN, other: NAMES[tag] }
    const options = tag === 'ga4' ? { names, actions: GA4_ACTIONS } : { names }
    return { tag, id, faults, ...compareReports(own, reports, options) }
  })
}
