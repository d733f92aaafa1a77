import { readGlobal } from '../../../browser/dom'
import { attempt } from '../../../browser/guard'
import { settings } from '../../../settings/read-settings'
import { consentState } from '../../../visitor/consent'
import { getOwn } from '../../../wire/fields'
import { everywhere } from '../page-elements'
import { isUnrendered, pageRule, ruleOf } from './audited-page'
import { requestHead } from './head-request'

const TAG_FILE = /\/svc(\.min)?\.js([?#]|$)/

/** A policy is applied before the request leaves, so waiting longer for a response is unnecessary. */
const PATIENCE_MS = 1_000

/** Makes a harmless request and checks whether the browser blocked it. The browser also knows the policies in HTTP headers. */
async function isForbidden(url: string): Promise<boolean> {
  const { origin } = new URL(url)
  let isBlocked = false
  const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    isBlocked ||= disposition === 'enforce' && blockedURI.startsWith(origin)
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  // The request may fail or hang: only the policy is being tested.
  await requestHead(url, 'no-cors', PATIENCE_MS)
  // The violation event is dispatched in a separate task.
  await new Promise((resolve) => setTimeout(resolve))
  document.removeEventListener('securitypolicyviolation', onViolation)
  return isBlocked
}

/** A content security policy that does not list the services prevents the tag from reaching them. */
export const cspBlocks = pageRule('csp-blocks', 'error', async () => {
  const addresses = [
    ['The tracker', settings.trackerUrl],
    ['Browse', settings.browseUrl],
    ['The Shopping Agent', settings.agentUrl],
  ] as const
  const asked = addresses.map(async ([name, url]) => {
    if (!url || !(await isForbidden(url))) return []
    return {
      message: `${name} cannot be reached: the page’s content security policy forbids it.`,
      fix: `Add ${new URL(url).origin} to connect-src of the policy.`,
    }
  })
  return (await Promise.all(asked)).flat()
})

/** The script elements after the first one that set up a tag, or load a file of its name. */
export const tagTwice = ruleOf(
  'tag-twice',
  'warning',
  () =>
    [...document.scripts]
      .filter(({ src, dataset }) => dataset.siteKey !== undefined || TAG_FILE.test(src))
      .slice(1),
  {
    message: 'The page loads the tag more than once; only the first copy works.',
    fix: 'Keep one script element, in the page or in the tag manager.',
  },
)

const USER_COOKIE = 'svc.userId'

/** Cookies with the same name can come from several domains or paths, and which of them a server sees first is undefined. */
export const cookieTwice = pageRule('cookie-twice', 'warning', () => {
  const { length } = document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${USER_COOKIE}=`))
  if (length < 2) return []
  return [
    {
      message: `There are ${length} cookies named ${USER_COOKIE}; the first one is used.`,
      fix: 'Set the cookie in one place only, on one domain and path, and delete the others.',
    },
  ]
})

/** A server or a script wrote a template instead of the user id, so all its visitors share one. */
export const cookieUnrendered = pageRule('cookie-unrendered', 'error', () => {
  const [, written = ''] = new RegExp(`(?:^|; )${USER_COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  const value = attempt(() => decodeURIComponent(written)) ?? written
  return isUnrendered(value)
    ? [
        {
          message: `The cookie ${USER_COOKIE} is “${value}”, an unrendered template or no value.`,
          fix: 'Write the user id into the cookie, or leave the cookie to the tag.',
        },
      ]
    : []
})

const PART_FILE = /\/(svc-[\w-]+\.\w+\.js)$/

/** A file of the tag that the page asked for and did not get. Other origins tell only the status, and some browsers not even that. */
export const partMissing = pageRule('part-not-loaded', 'error', () => {
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).flatMap(
    ({ name, responseStatus, decodedBodySize }) => {
      const url = new URL(name)
      const [, file] = PART_FILE.exec(url.pathname) ?? []
      // Without a status the request failed, or the browser does not tell it.
      const isFailed =
        responseStatus === 0 && decodedBodySize === 0 && url.origin === location.origin
      return file ? [{ file, isThere: !isFailed && !(responseStatus >= 400) }] : []
    },
  )
  const missing = new Set(files.map(({ file }) => file))
  for (const { file, isThere } of files) if (isThere) missing.delete(file)
  return [...missing].map((file) => ({
    message: `${file} could not be loaded, so what needs it does not count.`,
    fix: 'Put all of dist/svc*.js of one release into the same folder, and allow them in the page’s policy.',
  }))
})

const STORAGE = 'analytics_storage'

const BANNER =
  'dialog,[role=dialog],[role=alertdialog],[class*=cookie i],[class*=consent i],[id*=cookie i],[id*=consent i]'

/** Boxes that are shown and ask for consent: they have two buttons or more, and one of these words. */
function shownBanners() {
  const isAsking = ({ id, className, textContent, ariaLabel }: Element) =>
    /cookie|consent|einwillig|datenschutz/i.test(`${id} ${className} ${ariaLabel} ${textContent}`)
  return everywhere(BANNER).filter(
    (box) =>
      box.getBoundingClientRect().height > 0 &&
      box.querySelectorAll('button,[role=button]').length > 1 &&
      isAsking(box),
  )
}

/** Whether the page's Consent Mode default grants what no update has answered yet. */
function isGrantedByDefault(): boolean {
  const layer = readGlobal('dataLayer')
  const commands = (Array.isArray(layer) ? layer : []).filter(
    (entry) => getOwn(entry, '0') === 'consent',
  )
  const isUpdated = commands.some((entry) => getOwn(entry, '1') === 'update')
  return !isUpdated && commands.some((entry) => getOwn(getOwn(entry, '2'), STORAGE) === 'granted')
}

/** The settings, or a Consent Mode default, give the consent that the page has yet to ask for. */
export const grantedBeforeAnswer = ruleOf(
  'granted-before-answer',
  'warning',
  () =>
    consentState() === 'granted' && (settings.consent === 'granted' || isGrantedByDefault())
      ? shownBanners().slice(0, 1)
      : [],
  () =>
    settings.consent === 'granted'
      ? {
          message:
            'The page asks for consent, but the settings say consent "granted": the tag stores and sends before the shopper has answered.',
          fix: 'Write data-consent="hold" (in svc.init and loadTag consent: "hold"), and call svc.consent() with the answer.',
        }
      : {
          message:
            'The page asks for consent, but its Consent Mode default says that it is granted: the tag stores and sends before the shopper has answered.',
          fix: "Let the default be analytics_storage: 'denied', and update it with the answer.",
        },
)

/** Nothing on a page counts until the shopper has consented. */
export const notWatching = pageRule('not-watching', 'warning', () => {
  // Without settings, the tag has not asked for consent.
  if (consentState() !== 'denied' || !settings.siteKey || !settings.trackerUrl) return []
  return [
    {
      message: 'Consent is denied, so the tag records and sends nothing on this page.',
      fix: "To test events, agree in the shop's consent banner, or call svc.consent('granted').",
    },
  ]
})
