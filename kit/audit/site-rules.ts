import type { AuditFinding } from './finding.ts'
import { groupedBy } from './finding.ts'
import type { Known } from './known-products.ts'
import { isAnswered } from './page-rules.ts'
import type { Visit } from './page-visit.ts'
import { urlShape } from './url-shape.ts'

/** A finding, and the pages that have it. */
export interface SiteFinding {
  readonly finding: AuditFinding
  readonly visits: readonly Visit[]
}

/** The maximum number of products looked up per page. A sample is enough to detect the wrong kind of id. */
const MOST_PRODUCTS = 24

async function unknownProducts(visit: Visit, known: Known): Promise<readonly AuditFinding[]> {
  const sample = visit.products.slice(0, MOST_PRODUCTS)
  const answers = await Promise.all(sample.map(known.product))
  const unknown = sample.filter((_, place) => !answers[place])
  if (unknown.length === 0) return []
  const named = unknown.slice(0, 3).join(', ')
  return [
    {
      rule: 'product-unknown',
      severity: 'error',
      message: `${unknown.length} of ${sample.length} product ids are not in the catalogue: ${named}.`,
      fix: 'Write the uniqueId of the feed into data-svc-product, not a SKU or a database id.',
    },
  ]
}

async function unknownPages(visit: Visit, known: Known): Promise<readonly AuditFinding[]> {
  const answers = await Promise.all(visit.markedPages.map(known.page))
  return visit.markedPages
    .filter((_, place) => !answers[place])
    .map((page) => ({
      rule: 'page-unknown',
      severity: 'error' as const,
      message: `Browse has no product for the page value ${page}.`,
      fix: 'Write exactly the p or p-id value that the shop passes to Browse into data-svc-page.',
    }))
}

const isRead = ({ status, facts }: Visit) => isAnswered(status) && facts !== undefined

/** One finding for a site without a tag on any page, instead of one for each template. */
function siteUntagged(visits: readonly Visit[]): readonly SiteFinding[] {
  if (!isSiteUntagged(visits)) return []
  const read = visits.filter(isRead)
  const finding: AuditFinding = {
    rule: 'tag-missing',
    severity: 'error',
    message: `None of the ${read.length} pages has a script element of the tag.`,
    fix: 'Add the script element to all templates, or audit the site with --inject first.',
  }
  return [{ finding, visits: read.slice(0, 1) }]
}

/** Whether the site has no script element on any of several pages that responded. */
export function isSiteUntagged(visits: readonly Visit[]): boolean {
  const read = visits.filter(isRead)
  return read.length > 1 && read.every(({ facts }) => facts?.tag === 'none')
}

const hasAttributes = ({ facts, actions }: Visit) =>
  facts?.hasOtherSources ||
  actions.some((action) => action !== 'visitor') ||
  Object.keys(facts?.attributes ?? {}).length > 0

/** Pages for which `svc.audit()` proposes a map. */
const hasProposal = ({ facts }: Visit) =>
  facts?.findings.some(({ rule }) => rule === 'page-unmarked')

const unmarked = (message: string): AuditFinding => ({
  rule: 'template-unmarked',
  severity: 'warning',
  message,
  fix: 'Mark its lists, search box and buttons, or leave its path out with --exclude.',
})

/** Templates whose pages have no marks although a tag runs. If these are all of several templates, there is one finding. */
function unmarkedTemplates(visits: readonly Visit[]): readonly SiteFinding[] {
  const running = visits.filter((visit) => isRead(visit) && visit.facts?.tag === 'running')
  const templates = [...groupedBy(running, ({ url }) => urlShape(url)).values()]
  const found = templates.filter((pages) => !pages.some(hasAttributes))
  if (found.length > 1 && found.length === templates.length) {
    const message = `None of the ${found.length} templates has a data-svc- attribute, so only visits are reported.`
    return [{ finding: unmarked(message), visits: running.slice(0, 1) }]
  }
  const message =
    'No page of this template has a data-svc- attribute, so only the visit is reported.'
  return found
    .filter((pages) => !pages.some(hasProposal))
    .map((pages) => ({ finding: unmarked(message), visits: pages }))
}

/** Rules of a map that match on no page of the audit. */
function unmatchedRules(visits: readonly Visit[]): readonly SiteFinding[] {
  const unmatched = visits.map(({ facts }) =>
    (facts?.findings ?? []).filter(({ rule }) => rule === 'map-matches-nothing'),
  )
  const [first = [], ...others] = unmatched
  return first
    .filter(({ message }) => others.every((found) => found.some((one) => one.message === message)))
    .map((finding) => ({
      finding: {
        ...finding,
        message: finding.message.replace('on this page', 'on any page of this audit'),
      },
      visits: visits.slice(0, 1),
    }))
}

/** Sitemaps that are referred to but contain no URLs. Search engines miss their pages, too. */
const sitemapsUnread = (visits: readonly Visit[], urls: readonly string[]) =>
  urls.map((url): SiteFinding => {
    const finding: AuditFinding = {
      rule: 'sitemap-unreadable',
      severity: 'warning',
      message: `The sitemap ${url} cannot be read, so its pages are not audited.`,
      fix: 'Serve it from the shop’s own host as XML or plain text with up to 50,000 addresses and 50 MB, gzipped or not, or correct its address in robots.txt.',
    }
    return { finding, visits: visits.slice(0, 1) }
  })

/** Findings that need several pages. `visits` are those of one size. */
export async function judgeSite(
  visits: readonly Visit[],
  known: Known | undefined,
  unreadSitemaps: readonly string[],
): Promise<readonly SiteFinding[]> {
  const found: SiteFinding[] = [
    ...siteUntagged(visits),
    ...unmarkedTemplates(visits),
    ...unmatchedRules(visits),
    ...sitemapsUnread(visits, unreadSitemaps),
  ]
  if (!known) return found
  for (const visit of visits) {
    const unknown = [
      ...(await unknownProducts(visit, known)),
      ...(await unknownPages(visit, known)),
    ]
    found.push(...unknown.map((finding) => ({ finding, visits: [visit] })))
  }
  return found
}
