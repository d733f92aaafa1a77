import type { Sent } from './played-network'
import type { PlayedShop } from './played-shop'
import type { Reported } from './reported-events'
import type { ShopPage } from './shop-page'

/*
 * What the tag promises (docs/delivery.md, docs/consent.md, SECURITY.md). What can be judged at the moment of a request, an access or a
 * report, the shop itself judges at that moment; here is what takes a look at the whole.
 */

/** An event of a page that nothing hinders arrives within this time: the longest wait for a lock, a database or a part, and its sending. */
const PROMPT_MS = 15_000

/** After an outage, the next try may be this far away. */
const LONGEST_PAUSE_MS = 310_000

const requestsFor = ({ network }: PlayedShop, { id, t }: Reported): readonly Sent[] =>
  network.sent.filter((sent) => (sent.pid ?? sent.t) === id || (t !== undefined && sent.t === t))

const hasArrived = (shop: PlayedShop, event: Reported) =>
  requestsFor(shop, event).some(({ isReceived }) => isReceived)

const isAnsweredOn =
  (page: Sent['page']) =>
  ({ page: other, outcome }: Sent) =>
    other === page && typeof outcome === 'number'

/** Whether the tracker treats this event badly at the moment, or did when it was last sent, so that its own pause may not be over. */
function isRefused(shop: PlayedShop, event: Reported) {
  const last = requestsFor(shop, event).at(-1)
  // A page that the tracker has not answered takes resets for a content blocker, and waits for its next event: docs/delivery.md.
  const looksBlocked = last?.how === 'reset' && !shop.network.sent.some(isAnsweredOn(last.page))
  if (looksBlocked) return true
  if (last && last.how !== 'well') return shop.timeline.elapsed() - last.at < LONGEST_PAUSE_MS
  const { subject } = shop.network.faultOf(event.page.account.tracker)
  return subject !== 'everything' && !last && isOfSubject(subject, event)
}

function isOfSubject(subject: string, { action, id }: Reported) {
  if (subject === 'orders') return action.startsWith('order')
  if (subject === 'clicks') return action === 'click'
  if (subject === 'visitors') return action === 'visitor'
  if (subject === 'one product') return Number(id.slice(3)) % 5 === 1
  return action === 'search'
}

const isFree = (page: ShopPage) =>
  !page.lifecycle.isGone && page.freeSince < Number.POSITIVE_INFINITY

/** Nothing waits longer than the rule because of another event, a lock, a database, a part or another tab. */
export function judgeWaiting(shop: PlayedShop) {
  const now = shop.timeline.elapsed()
  for (const event of shop.events.all()) {
    const { page, fate, dueAt, id } = event
    if (fate !== 'due' || !isFree(page)) continue
    const limitMs = page.hadTrouble ? LONGEST_PAUSE_MS : PROMPT_MS
    const waitedMs = now - Math.max(dueAt, page.freeSince)
    if (
      waitedMs <= limitMs ||
      hasArrived(shop, event) ||
      isExcused(shop, event) ||
      isRefused(shop, event)
    )
      continue
    shop.blame(
      `${id} (${event.action} of ${page.name}) has waited ${waitedMs} ms though nothing hindered it`,
    )
    return
  }
}

/** Long enough for a tab to hear of a refusal, and to delete a database. */
const ERASED_MS = 2_000

/**
 * A refusal leaves nothing behind, as long as no page may store. Excused is a cookie that was written while localStorage failed, so that
 * nothing marks it as the tag's own: SECURITY.md.
 */
export function judgeErased(shop: PlayedShop) {
  const { store, timeline, pages } = shop
  const at = shop.refusedAt()
  // What a later consent allowed to store stays while consent is on hold.
  if (at < 0 || shop.grantedAt() > at) return
  const mayStore = pages.some(
    (page) =>
      page.endedAt > at &&
      (page.consent.state() === 'granted' || page.openedAt > at || page.lifecycle.isFrozen),
  )
  const isOpenable = store.databaseState === 'well' && !store.hadTextTrouble()
  if (mayStore || !isOpenable || timeline.elapsed() - at < ERASED_MS) return
  const kept = store.kept()
  if (kept.length > 0) shop.blame(`kept after a refusal: ${kept.join(', ')}`)
}

/** How long a page trusts what the tracker declared. */
const DECLARED_MS = 1_800_000

/** Whether the page that sent this could know that the tracker counts each `(uid, t)` once. */
const knewRepeats = ({ network, options, store }: PlayedShop, { origin, at }: Sent) =>
  options.declaresRepeats &&
  !store.hadTextTrouble() &&
  network.sent.some(
    (one) =>
      one.origin === origin &&
      one.outcome === 200 &&
      one.endedAt <= at &&
      at - one.endedAt < DECLARED_MS,
  )

/** Whether the documentation names this loss. */
function isExcused(shop: PlayedShop, event: Reported) {
  const { options, pages, store } = shop
  // Without a database, a page keeps what it took over in memory. Nothing is written once consent is on hold.
  const wasLeftOnHold = ({ page }: Sent) =>
    store.databaseState !== 'well' &&
    pages.some(
      ({ sender, lifecycle, consent }) =>
        sender === page && lifecycle.isGone && consent.state() !== 'granted',
    )
  // The way around a `fetch` that does not work is in a part.
  if (shop.lackedParts() && options.wrapsFetch?.startsWith('before')) return true
  return requestsFor(shop, event).some(
    // A response that cannot be read counts as received.
    (sent) =>
      sent.outcome === 0 || (sent.mayCount && !knewRepeats(shop, sent)) || wasLeftOnHold(sent),
  )
}

function judgeArrival(shop: PlayedShop) {
  for (const event of shop.events.all())
    if (event.fate === 'due' && !hasArrived(shop, event) && !isExcused(shop, event)) {
      const reason = event.t && event.page.dropped.get(event.t)
      const tries = requestsFor(shop, event).length
      shop.blame(
        `${event.id} (${event.action} of ${event.page.name}) never arrived: ${tries} tries${reason ? `, dropped because ${reason}` : ''}`,
      )
    }
}

/** The tag removes received events from the queue when the browser is idle, after 2 s at the latest. */
const REMOVAL_MS = 2_500

/** Other tabs may send an event that waited longer. */
const LEASE_MS = 15_000

/** A cause of repeats that docs/delivery.md lists. */
function mayRepeat(
  { store, options, pages }: PlayedShop,
  event: Reported,
  first: Sent,
  second: Sent,
) {
  const sender = pages.find(({ sender }) => sender === first.page)
  const endedAt = Number(sender?.endedAt)
  return (
    options.declaresRepeats ||
    // Once consent is on hold, nothing can be removed from the store.
    sender?.consent.state() !== 'granted' ||
    typeof first.outcome !== 'number' ||
    first.wasLeft ||
    // As in WebKit, the database aborts a claim of a page that is frozen amid it.
    pages.find(({ sender }) => sender === second.page)?.wasFrozen ||
    (sender?.wasKilled && endedAt - first.endedAt < REMOVAL_MS) ||
    first.at - event.dueAt > LEASE_MS ||
    (store.databaseState !== 'well' && store.textState() !== 'well')
  )
}

function judgeRepeats(shop: PlayedShop) {
  for (const event of shop.events.all()) {
    const received = requestsFor(shop, event).filter(({ isReceived }) => isReceived)
    const [first, second] = received
    if (first && second && !mayRepeat(shop, event, first, second))
      shop.blame(
        `${event.id} (${event.action} of ${event.page.name}) arrived ${received.length} times: by ${first.page.name} at ${first.at} ms (${first.outcome}), by ${second.page.name} at ${second.at} ms`,
      )
  }
}

/** When the clock of the played browser starts. */
const CLOCK_MS = 1_800_000_000_000

const timeOf = (t: string) => Number.parseInt(t, 10)

/** What arrived of each visit in each account. */
function visitsIn({ network }: PlayedShop): ReadonlyMap<string, readonly Sent[]> {
  const visits = new Map<string, Sent[]>()
  for (const sent of network.sent.filter(({ isReceived }) => isReceived)) {
    const visit = `${sent.key} ${sent.visitId}`
    visits.set(visit, [...(visits.get(visit) ?? []), sent])
  }
  return visits
}

/**
 * Whether a `visitor` may be missing. Without Web Locks it is reported while the tag's script runs, before the shop's listeners are there, so
 * that only its requests are known.
 */
function isVisitorExcused(shop: PlayedShop) {
  const { network, options } = shop
  const isLostUnseen = (sent: Sent) =>
    sent.action === 'visitor' &&
    !network.sent.some(({ t, isReceived }) => t === sent.t && isReceived)
  return (
    (options.locks === 'missing' && network.sent.some(isLostUnseen)) ||
    shop.events
      .all()
      .some(
        (event) =>
          event.action === 'visitor' && (event.fate === 'unsure' || isExcused(shop, event)),
      )
  )
}

/**
 * Each visit has one `visitor` in each account, older than the account's first event of that visit. Excused is an event that waited for
 * consent on another page, because it keeps its own time, and that page cannot know that this one will begin the visit.
 */
function judgeVisitors(shop: PlayedShop) {
  const mayMissOne = isVisitorExcused(shop)
  for (const [visit, events] of visitsIn(shop)) {
    const visitors = new Set(events.filter(({ action }) => action === 'visitor').map(({ t }) => t))
    const [first] = [...visitors].map(timeOf).sort()
    const begin = events.find(({ action }) => action === 'visitor')
    const recordOf = (sent: Sent | undefined) => shop.events.all().find(({ t }) => t === sent?.t)
    const wasHeldElsewhere = (sent: Sent) => {
      const event = recordOf(sent)
      if (!event || event.dueAt <= timeOf(sent.t) - CLOCK_MS) return false
      return event.page !== recordOf(begin)?.page || sent.page !== begin?.page
    }
    const before = events.filter(
      (sent) => timeOf(sent.t) < Number(first) && !wasHeldElsewhere(sent),
    )
    if (visitors.size === 0 && !mayMissOne) shop.blame(`no visitor for ${visit}`)
    // Without locks, tabs that open at once do not agree on who begins the visit.
    if (shop.options.locks !== 'well') continue
    if (visitors.size > 1) shop.blame(`${visitors.size} visitors for ${visit}`)
    if (before.length > 0) shop.blame(`the visitor of ${visit} is younger than its first event`)
  }
}

const MINUTE_MS = 60_000

/** A refusal ends the visit; one that went to a dataLayer which keeps nothing may have been heard. */
const mayHaveRefused = ({ pages, refusedAt }: PlayedShop) =>
  refusedAt() >= 0 || pages.some(({ hasDroppingLayer }) => hasDroppingLayer)

/** A visit goes on through a short pause, whatever the account. */
function judgeVisits(shop: PlayedShop) {
  const { network, options, blame } = shop
  if (mayHaveRefused(shop) || options.locks !== 'well') return
  const isPrompt = ({ t, at }: Sent) => at - (timeOf(t) - CLOCK_MS) < MINUTE_MS
  const prompt = network.sent.filter(isPrompt).sort((one, other) => timeOf(one.t) - timeOf(other.t))
  for (const [index, sent] of prompt.entries()) {
    const before = prompt[index - 1]
    const pauseMs = before ? timeOf(sent.t) - timeOf(before.t) : Number.POSITIVE_INFINITY
    if (before && pauseMs < 25 * MINUTE_MS && before.visitId !== sent.visitId)
      blame(`a visit ended after ${pauseMs} ms: ${before.visitId}, ${sent.visitId}`)
  }
}

/** The shopper is one person, whatever the account. */
function judgePerson(shop: PlayedShop) {
  const { network, options, blame } = shop
  if (mayHaveRefused(shop) || options.locks !== 'well') return
  const ids = new Set(network.sent.map(({ uid }) => uid))
  if (ids.size > 1) blame(`one shopper has ${ids.size} user ids: ${[...ids].join(', ')}`)
}

/** Judges the whole history, after it has settled. */
export function judgeHistory(shop: PlayedShop) {
  judgeWaiting(shop)
  judgeArrival(shop)
  judgeRepeats(shop)
  judgeVisitors(shop)
  judgeVisits(shop)
  judgePerson(shop)
  for (const mishap of shop.mishaps) shop.blame(`an error: ${(mishap as Error).stack ?? mishap}`)
  for (const { name, warnings } of shop.pages)
    for (const text of warnings) if (text.includes('internal error')) shop.blame(`${name}: ${text}`)
}
