import { findingOf, type Rule } from './audited-page'

const blocked = findingOf('csp-blocks', 'error')

/** A policy is applied before the request leaves, so waiting longer for a response is unnecessary. */
const PATIENCE_MS = 1_000

/** Makes a harmless request and checks whether the browser blocked it. The browser also knows the policies in HTTP headers. */
async function isForbidden(document: Document, url: string): Promise<boolean> {
  const view = document.defaultView
  if (!view) return false
  const { origin } = new URL(url)
  let isBlocked = false
  const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    isBlocked ||= disposition === 'enforce' && blockedURI.startsWith(origin)
  }
  const patience = new AbortController()
  const timer = view.setTimeout(() => patience.abort(), PATIENCE_MS)
  document.addEventListener('securitypolicyviolation', onViolation)
  await view
    .fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal: patience.signal })
    // The request may fail or hang: only the policy is being tested.
    .catch(() => {})
  // The violation event is dispatched in a separate task.
  await new Promise((resolve) => view.setTimeout(resolve))
  view.clearTimeout(timer)
  document.removeEventListener('securitypolicyviolation', onViolation)
  return isBlocked
}

/** A content security policy that does not list the services prevents the tag from reaching them. */
export const cspBlocks: Rule = async ({ document, tag: { settings } }) => {
  const addresses = [
    ['The tracker', settings.trackerUrl],
    ['Browse', settings.browseUrl],
    ['The Shopping Agent', settings.agentUrl],
  ] as const
  const asked = addresses.map(async ([name, url]) => {
    if (!url || !(await isForbidden(document, url))) return []
    return blocked(undefined, {
      message: `${name} cannot be reached: the page’s content security policy forbids it.`,
      fix: `Add ${new URL(url).origin} to connect-src of the policy.`,
    })
  })
  return (await Promise.all(asked)).flat()
}

const copies = findingOf('tag-twice', 'warning')
const cookies = findingOf('cookie-twice', 'warning')
const idle = findingOf('not-watching', 'warning')

const USER_COOKIE = 'svc.userId'

/** Script elements that set up a tag, or load a file of its name. */
export const tagTwice: Rule = ({ document }) => {
  const [, ...others] = [...document.scripts].filter(
    ({ src, dataset }) => dataset.siteKey !== undefined || /\/svc(\.min)?\.js([?#]|$)/.test(src),
  )
  return others.map((script) =>
    copies(script, {
      message: 'The page loads the tag more than once; only the first copy works.',
      fix: 'Keep one script element, in the page or in the tag manager.',
    }),
  )
}

/** Cookies with the same name can come from several domains or paths, and which of them a server sees first is undefined. */
export const cookieTwice: Rule = ({ document }) => {
  const { length } = document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${USER_COOKIE}=`))
  if (length < 2) return []
  return [
    cookies(undefined, {
      message: `There are ${length} cookies named ${USER_COOKIE}; the first one is used.`,
      fix: 'Set the cookie in one place only, on one domain and path, and delete the others.',
    }),
  ]
}

/** Nothing on a page counts until the shopper has consented. */
export const notWatching: Rule = ({ tag }) => {
  // Without settings, the tag has not asked for consent.
  if (tag.consent() !== 'denied' || !tag.settings.siteKey || !tag.settings.trackerUrl) return []
  return [
    idle(undefined, {
      message: 'Consent is denied, so the tag records and sends nothing on this page.',
      fix: "To test events, agree in the shop's consent banner, or call svc.consent('granted').",
    }),
  ]
}
