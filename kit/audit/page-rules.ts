import type { AuditOptions } from './audit-options.ts'
import type { AuditFinding } from './finding.ts'
import type { Visit } from './page-visit.ts'

/** Judges one page, as it was opened at one size. */
type Rule = (visit: Visit, options: AuditOptions) => readonly AuditFinding[]

const error = (rule: string, message: string, fix: string): AuditFinding => ({
  rule,
  severity: 'error',
  message,
  fix,
})

const warning = (rule: string, message: string, fix: string): AuditFinding => ({
  ...error(rule, message, fix),
  severity: 'warning',
})

/** Whether a page came, and no error in its place. */
export const isAnswered = (status: number): boolean => status >= 200 && status < 400

const pageBroken: Rule = ({ status }) =>
  isAnswered(status)
    ? []
    : [
        error(
          'page-broken',
          status ? `The page answers ${status}.` : 'The page does not load.',
          'Repair the page, or the link or sitemap that leads to it.',
        ),
      ]

/** Findings of the tag itself, without those that only this kind of visit causes. */
const byTheTag: Rule = ({ facts, profile }) =>
  (facts?.findings ?? [])
    .filter(({ rule }) => !(rule === 'not-watching' && profile === 'denied'))
    // A rule of a map may be for another kind of page.
    .filter(({ rule }) => rule !== 'map-matches-nothing')

const tagMissing: Rule = ({ facts, missingFiles, notices }) => {
  if (!facts || facts.tag === 'running') return []
  const [file] = missingFiles
  if (file)
    return [
      error(
        'tag-not-loaded',
        `The tag did not load: ${file}.`,
        'Correct its src, or the policy that blocks it.',
      ),
    ]
  if (facts.tag === 'none')
    return [
      error(
        'tag-missing',
        'The page has no script element of the tag.',
        'Add the script element to this template.',
      ),
    ]
  return [
    error(
      'tag-silent',
      `The tag did not start${notices[0] ? `: ${notices[0]}` : ''}.`,
      'Give its script element data-site-key and data-tracker-url.',
    ),
  ]
}

/** Parts of the tag that were asked for and did not come. */
const partMissing: Rule = ({ facts, missingFiles }) =>
  facts?.tag !== 'running'
    ? []
    : missingFiles.map((file) =>
        error(
          'part-not-loaded',
          `A file of the tag did not load: ${file}.`,
          'Put all of dist/svc*.js of one release into the same folder.',
        ),
      )

const notices: Rule = ({ facts, notices: texts }) =>
  facts?.tag !== 'running'
    ? []
    : texts.map((text) =>
        warning(
          'notice',
          `The tag says: ${text}.`,
          'Open the page and read the console for the details.',
        ),
      )

const policy: Rule = ({ violations }) =>
  violations
    .filter((text) => /svc[\w.-]*\.js|1p\.jpg|svc-tag/.test(text))
    .map((text) =>
      error(
        'policy-blocks',
        text,
        'Name the tag’s files in script-src and its services in connect-src of the policy.',
      ),
    )

const afterDenial: Rule = ({ profile, actions, svcCookies }) => {
  if (profile !== 'denied' || (actions.length === 0 && svcCookies.length === 0)) return []
  const what = actions.length
    ? `${actions.join(', ')} was sent`
    : `cookies were kept: ${svcCookies.join(', ')}`
  return [
    error(
      'sent-after-denial',
      `The shopper denied consent, and ${what}.`,
      'Set data-consent="hold", and call svc.consent() with the answer of the consent dialog.',
    ),
  ]
}

const orderUnmarked: Rule = ({ url, facts, actions }, { orderPage }) => {
  const { pathname } = new URL(url)
  if (!facts || !orderPage.test(pathname)) return []
  if (facts.attributes['data-svc-order'] || actions.includes('order')) return []
  if (facts.hasOtherSources && !facts.hasMapWithoutOrder) return []
  // An application may have reported the order in a handler, before it shows this page.
  const isSure = !facts.isSetUpByCall || facts.hasMapWithoutOrder
  const finding = isSure ? error : warning
  return [
    finding(
      'order-page-unmarked',
      'An order confirmation has no data-svc-order, so no order is reported.',
      'Put data-svc-order around the confirmation and data-svc-line on each line, or add rules for order and line to the map.',
    ),
  ]
}

const pageValueDiffers: Rule = ({ browsePages, markedPages }) => {
  if (browsePages.length === 0) return []
  return markedPages
    .filter((page) => !browsePages.includes(page))
    .map((page) =>
      error(
        'page-value-differs',
        `The list says ${page}, and the page asked Browse for ${browsePages.join(' and ')}.`,
        'Write exactly the value of p or p-id into data-svc-page.',
      ),
    )
}

const consentUndecided: Rule = ({ facts }, { inject }) =>
  facts?.tag !== 'running' || inject || facts.hasConsentChoice
    ? []
    : [
        warning(
          'consent-undecided',
          'The settings say nothing of consent and the audit finds no consent manager, so the tag stores and sends from the start.',
          'Write data-consent="hold" (in svc.init and loadTag consent: "hold") and call svc.consent() with the answer of your banner, or "granted" if the shop needs no consent.',
        ),
      ]

const linkUnreadable: Rule = ({ badLinks }) =>
  badLinks.map((link) =>
    warning(
      'link-unreadable',
      `A link leads to “${link}”, which is no address, so the audit cannot follow it.`,
      'Correct its href, or the template that writes it.',
    ),
  )

const cost: Rule = ({ cost: { uncompressed, longestTaskMs } }) => [
  ...(uncompressed.length
    ? [
        warning(
          'tag-uncompressed',
          `The tag’s files are sent uncompressed: ${uncompressed[0]}${uncompressed.length > 1 ? ` and ${uncompressed.length - 1} more` : ''}.`,
          'Have the server compress them with brotli or gzip.',
        ),
      ]
    : []),
  ...(longestTaskMs
    ? [
        warning(
          'tag-long-task',
          `The tag held up a frame for ${longestTaskMs} ms.`,
          'Report it with the address of the page; a page with thousands of marks may need fewer.',
        ),
      ]
    : []),
]

const rules: readonly Rule[] = [
  tagMissing,
  partMissing,
  policy,
  byTheTag,
  notices,
  afterDenial,
  orderUnmarked,
  pageValueDiffers,
  consentUndecided,
  linkUnreadable,
  cost,
]

/** Everything that one page shows by itself. A page that is broken shows nothing else. */
export const judgePage: Rule = (visit, options) => {
  const broken = pageBroken(visit, options)
  if (broken.length > 0) return broken
  const isOwn = new URL(visit.finalUrl).origin === new URL(visit.url).origin
  return isOwn ? rules.flatMap((rule) => rule(visit, options)) : []
}
