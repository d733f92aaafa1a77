import { findingOf, type Rule } from './audited-page'

const blocked = findingOf('csp-blocks', 'error')

/** A policy is applied before anything leaves, so an answer need not be waited for longer. */
const PATIENCE_MS = 1_000

/** Asks the browser itself, which knows the policies of headers too: makes a harmless request and hears whether it was forbidden. */
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
    // Offline, hanging or refused: only what the policy says was asked.
    .catch(() => {})
  // The violation is told in a task of its own.
  await new Promise((resolve) => view.setTimeout(resolve))
  view.clearTimeout(timer)
  document.removeEventListener('securitypolicyviolation', onViolation)
  return isBlocked
}

/** A content security policy that does not name the services keeps the tag from reaching them. */
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
