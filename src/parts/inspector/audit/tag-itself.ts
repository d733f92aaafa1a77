import { findingOf, type Rule } from './audited-page'

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

/** Cookies of one name come from several domains or paths; which of them a server sees first is a matter of luck. */
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

/** Nothing on a page counts while the shopper has not agreed. */
export const notWatching: Rule = ({ tag }) => {
  // Without settings no consent was asked for.
  if (tag.consent() !== 'denied' || !tag.settings.siteKey || !tag.settings.trackerUrl) return []
  return [
    idle(undefined, {
      message: 'Consent is denied, so the tag watches and sends nothing on this page.',
      fix: "To test events, agree in the shop's own dialog, or call svc.consent('granted').",
    }),
  ]
}
