import type { Settings } from './api/settings'
import type { UserId } from './brand'
import { type Consent, createConsent } from './consent/consent'
import { consentedStorage } from './consent/consented-storage'
import { createIdentity } from './identity/identity'
import { createUserIdStore } from './identity/user-id'
import { createVisitStore } from './identity/visit-store'
import type { Clock } from './platform/clock'
import { openCookies } from './platform/cookies'
import type { Guard } from './platform/guard'
import { newId } from './platform/ids'
import { createLocks } from './platform/locks'
import { openStorage } from './platform/storage'
import { openTabStorage } from './platform/tab-storage'
import { openTabs } from './platform/tabs'

export interface VisitorDeps {
  readonly settings: Settings
  readonly guard: Guard
  readonly clock: Clock
  /** Hears whether there is another state. */
  readonly onConsent: (isOther: boolean) => void
}

export type Visitor = ReturnType<typeof openVisitor>

/** Who is visiting, in which visit, and whether we may know. Nothing is read or kept without consent. */
export function openVisitor({ settings, guard, clock, onConsent }: VisitorDeps) {
  const { now } = clock
  const consent: Consent = createConsent(settings.consent, (isOther) => {
    onConsent(isOther)
    if (consent.isRefused()) tabs.say('denied')
  })
  const tabs = openTabs(guard, (text) => {
    if (text === 'denied') consent.set(text)
  })
  const isGranted = () => consent.state() === 'granted'

  const local = openStorage('localStorage')
  const tab = openTabStorage(local)
  const storage = consentedStorage(local, isGranted)
  const withLock = createLocks(storage, clock)
  const cookies = openCookies()
  const users = createUserIdStore(cookies, local)
  const visits = createVisitStore(cookies, settings.visitTimeoutMs)
  const { createUserId } = settings
  const identity = createIdentity({
    users,
    visits,
    clock,
    newId,
    createUserId,
    // What was agreed to when a visit was to begin may be denied when its turn has come.
    withLock: (name, task) => withLock(name, () => isGranted() && task()),
  })

  /** Said before consent; kept when it comes. */
  let login: UserId | undefined

  function settleLogin() {
    if (login && isGranted()) users.write(login, now())
    if (isGranted()) login = undefined
  }

  /** The shopper logged out: the next event begins a new user id and a new visit. */
  function reset() {
    login = undefined
    users.erase()
    visits.erase()
  }

  return {
    consent,
    stop: tabs.stop,
    storage,
    /** Lives as long as the tab; does not ask for consent. */
    tab,
    withLock,
    begin: identity.begin,
    /** The visitor now, whose visit this extends; `undefined` without consent, user id or visit. */
    current() {
      settleLogin()
      return isGranted() ? identity.current() : undefined
    },
    /** The shopper logged in. */
    identify(id: UserId) {
      login = id
      settleLogin()
    },
    reset,
    /** Removes everything of ours from this browser, but the outbox. */
    erase() {
      reset()
      for (const kept of [tab, local]) kept.keys().forEach(kept.remove)
    },
  }
}
