import type { AuditOptions } from './audit-options.ts'
import type { AuditFinding } from './finding.ts'
import type { Visit } from './page-visit.ts'

type Rule = (visit: Visit, options: AuditOptions) => readonly AuditFinding[]

/** A finding whose fix is the same for every message. */
const rule =
  (
    name: string,
    severity: AuditFinding['severity'],
    fix: string,
    find: (visit: Visit, options: AuditOptions) => readonly string[],
  ): Rule =>
  (visit, options) =>
    find(visit, options).map((message) => ({ rule: name, severity, message, fix }))

/** Whether the page loaded without an error status. */
export const isAnswered = (status: number): boolean => status >= 200 && status < 400

const pageBroken = rule(
  'page-broken',
  'error',
  'Fix the page, or the link or sitemap that leads to it.',
  ({ status, problem }) =>
    isAnswered(status) || problem ? [] : [`The page returns status ${status}.`],
)

/** A page about which the audit knows nothing must not look like one without mistakes. */
const pageNotAudited = rule(
  'page-not-audited',
  'error',
  'Fix the page, raise --page-limit, or leave its path out with --exclude.',
  ({ problem }) => (problem ? [`The page was not audited: ${problem}.`] : []),
)

/** Findings of the tag itself, except those that only this kind of visit causes. A rule of a map may be meant for another kind of page. */
const byTheTag: Rule = ({ facts, profile, missingFiles }) =>
  (facts?.findings ?? []).filter(
    ({ rule: name }) =>
      name !== 'map-matches-nothing' &&
      !(name === 'not-watching' && profile === 'denied') &&
      !(name === 'part-not-loaded' && missingFiles.length > 0),
  )

const auditSilent = rule(
  'audit-silent',
  'error',
  'Put all of dist/svc*.js of one release into the same folder, and open the page by hand.',
  ({ facts }) =>
    facts?.tag === 'running' && !facts.isAudited
      ? ['svc.audit() did not answer, so the markup of the page was not audited.']
      : [],
)

const tagNotLoaded = rule(
  'tag-not-loaded',
  'error',
  'Correct its src, or the policy that blocks it.',
  ({ facts, missingFiles: [file] }) =>
    facts && facts.tag !== 'running' && file ? [`The tag did not load: ${file}.`] : [],
)

const tagMissing = rule(
  'tag-missing',
  'error',
  'Add the script element to this template.',
  ({ facts, missingFiles }) =>
    facts?.tag === 'none' && missingFiles.length === 0
      ? ['The page has no script element of the tag.']
      : [],
)

const tagSilent = rule(
  'tag-silent',
  'error',
  'Give its script element data-site-key and data-tracker-url.',
  ({ facts, missingFiles, notices: [notice] }) =>
    facts?.tag === 'silent' && missingFiles.length === 0
      ? [`The tag did not start${notice ? `: ${notice}` : ''}.`]
      : [],
)

const partMissing = rule(
  'part-not-loaded',
  'error',
  'Put all of dist/svc*.js of one release into the same folder.',
  ({ facts, missingFiles }) =>
    facts?.tag === 'running'
      ? missingFiles.map((file) => `A file of the tag did not load: ${file}.`)
      : [],
)

const notices = rule(
  'notice',
  'warning',
  'Open the page and read the console for the details.',
  ({ facts, notices: texts }) =>
    texts
      .filter((text) => facts?.findings.every(({ message }) => !message.includes(text)))
      .map((text) => `The tag logged: ${text}.`),
)

const policy = rule(
  'policy-blocks',
  'error',
  'Name the tag’s files in script-src and its services in connect-src of the policy.',
  ({ violations }) => {
    // Chromium reports one blocked request in several ways.
    const blocked = violations.flatMap((text) => /https?:[^\s'"]*[^\s'".]/.exec(text)?.[0] ?? [])
    return [...new Set(blocked)]
      .filter((address) => /svc[\w.-]*\.js|1p\.jpg|svc-tag/.test(address))
      .map((address) => `The page’s content security policy blocks ${address}.`)
  },
)

const svcTooEarly = rule(
  'svc-too-early',
  'error',
  'Put the snippet of the tag before this script, or call svc in a module that waits for it.',
  ({ earlyUses }) =>
    earlyUses.map((error) => `A script of the page called svc before it was there: ${error}.`),
)

const afterDenial = rule(
  'sent-after-denial',
  'error',
  'Set data-consent="hold", and call svc.consent() with the answer of the consent dialog.',
  ({ profile, actions, svcCookies }) => {
    if (profile !== 'denied' || (actions.length === 0 && svcCookies.length === 0)) return []
    const what = actions.length
      ? `${actions.join(', ')} was sent`
      : `cookies were kept: ${svcCookies.join(', ')}`
    return [`The shopper denied consent, and ${what}.`]
  },
)

const orderUnmarked: Rule = ({ url, facts, actions }, { orderPage }) => {
  if (!facts || !orderPage.test(new URL(url).pathname)) return []
  if (facts.attributes['data-svc-order'] || actions.includes('order')) return []
  if (facts.hasOtherSources && !facts.hasMapWithoutOrder) return []
  // An application may have reported the order in a handler before it showed this page.
  const isSure = !facts.isSetUpByCall || facts.hasMapWithoutOrder
  return [
    {
      rule: 'order-page-unmarked',
      severity: isSure ? 'error' : 'warning',
      message: 'An order confirmation has no data-svc-order, so no order is reported.',
      fix: 'Put data-svc-order around the confirmation and data-svc-line on each line, or add rules for order and line to the map.',
    },
  ]
}

const pageValueDiffers = rule(
  'page-value-differs',
  'error',
  'Write exactly the value of p or p-id into data-svc-page.',
  ({ browsePages, markedPages }) =>
    markedPages
      .filter((page) => browsePages.length > 0 && !browsePages.includes(page))
      .map(
        (page) =>
          `The list says ${page}, but the page asked Browse for ${browsePages.join(' and ')}.`,
      ),
)

const consentUndecided = rule(
  'consent-undecided',
  'warning',
  'Write data-consent="hold" (in svc.init and loadTag consent: "hold") and call svc.consent() with the answer of your banner, or "granted" if the shop needs no consent.',
  ({ facts }, { inject }) =>
    facts?.tag !== 'running' || inject || facts.hasConsentChoice
      ? []
      : [
          'The settings do not mention consent and the audit finds no consent manager, so the tag stores and sends from the start.',
        ],
)

const linkUnreadable = rule(
  'link-unreadable',
  'warning',
  'Correct its href, or the template that writes it.',
  ({ badLinks }) =>
    badLinks.map(
      (link) =>
        `A link leads to “${link}”, which is not a valid address, so the audit cannot follow it.`,
    ),
)

const uncompressed = rule(
  'tag-uncompressed',
  'warning',
  'Have the server compress them with brotli or gzip.',
  ({
    cost: {
      uncompressed: [first, ...others],
    },
  }) => {
    if (!first) return []
    const more = others.length ? ` and ${others.length} more` : ''
    return [`The tag’s files are sent uncompressed: ${first}${more}.`]
  },
)

const longTask = rule(
  'tag-long-task',
  'warning',
  'Report it with the address of the page; a page with thousands of marks may need fewer.',
  ({ cost: { longestTaskMs } }) =>
    longestTaskMs ? [`The tag delayed a frame by ${longestTaskMs} ms.`] : [],
)

const rules: readonly Rule[] = [
  ...[
    tagNotLoaded,
    tagMissing,
    tagSilent,
    partMissing,
    policy,
    svcTooEarly,
    byTheTag,
    auditSilent,
    notices,
    afterDenial,
  ],
  ...[orderUnmarked, pageValueDiffers, consentUndecided, linkUnreadable, uncompressed, longTask],
]

/** All findings that need only one page. If the page is broken, that is its only finding. */
export const judgePage: Rule = (visit, options) => {
  const broken = [...pageBroken(visit, options), ...pageNotAudited(visit, options)]
  return broken.length > 0 ? broken : rules.flatMap((one) => one(visit, options))
}
