import { type Cancel, now, schedule } from '../../browser/clock'
import { followGate } from '../../browser/consent-gate'
import { documentValue, matches, queryPage } from '../../browser/dom'
import { attempt, guard } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { local, tab } from '../../browser/storage'
import { ignore, reject } from '../../log/event-log'
import {
  type AwaitAnswer,
  cartsKey,
  keepCarts,
  type PageThen,
  pageNow,
  type WaitingCart,
} from '../../track/cart-answers'
import { record } from '../../track/record'
import { type DoneRule, parseDone } from './done-rule'

/* Counts a pressed cart control when the shop confirms the addition, on the page or by the page that follows. */

/** How long changes of the page are gathered before they are examined. */
const GATHER_MS = 100

/** How long the page that follows a press has to confirm it, whenever it arrives. */
const NEXT_PAGE_MS = 3_000

/** How long the page that follows may take to arrive. */
const LOAD_MS = 60_000

/** A press of an earlier page counts no longer. */
const OLDEST_MS = 120_000

const action = 'cart'

/** A pressed control that the shop has not answered. */
interface Wait {
  readonly cart: WaitingCart
  readonly rule: DoneRule
  readonly element: Element | undefined
  readonly until: number
  /** When it was pressed, by the clock of this page's requests; 0 for a press on the page before. */
  readonly pressedAt: number
  /** The page at the press, if it is still open. */
  readonly before: PageThen | undefined
  /** The text at the press that the shop changes. */
  readonly shown: string
}

let waiting: readonly Wait[] = []
let stopWatching: (() => void) | undefined
let cancelCheck: Cancel | undefined
/** Answers that came before the part did are read once. */
let areEarlierRead = false

const textIn = ({ texts }: PageThen, selector: string | undefined) =>
  [...texts]
    .filter(([element]) => selector !== undefined && matches(element, selector))
    .map(([, text]) => text)
    .join('\n')

/** Whether a text has changed; if it contains a number, whether that has grown, because a page may begin with an empty cart. */
function hasChanged(text: string, before: string): boolean {
  const [number, numberBefore] = [text, before].map((one) => Number(/\d+/.exec(one)?.[0]))
  if (Number.isNaN(number)) return text !== '' && text !== before
  return Number(number) > (numberBefore || 0)
}

function hasAppeared({ cart, rule, shown, before }: Wait): boolean {
  const { appears, changes, page } = rule
  const current = pageNow(cart.done)
  const isNew = (element: Element) => before?.texts.get(element) !== current.texts.get(element)
  if (appears && [...queryPage(appears)].some(isNew)) return true
  if (changes && hasChanged(textIn(current, changes), shown)) return true
  return page !== undefined && current.path !== before?.path && new RegExp(page).test(current.path)
}

/** Ends the wait for a press: it counts, or the reason is logged. */
function settle(wait: Wait, isConfirmed: boolean) {
  waiting = waiting.filter((one) => one !== wait)
  keepCarts(waiting.map(({ cart }) => cart))
  if (!waiting.length) {
    local.remove(cartsKey())
    stopWatching?.()
    stopWatching = undefined
  }
  const { cart, element, rule } = wait
  const { data, at, page } = cart
  if (isConfirmed || rule.otherwise) record({ action, data }, { element, at, page })
  else ignore('the shop did not confirm it (data-svc-cart-done)', { element, at, action })
}

const shownIn = (before: PageThen, { changes }: DoneRule) => ({
  before,
  shown: textIn(before, changes),
})

/** One answer confirms one press, the last, because an earlier one without an answer was most likely refused. */
function confirmLast(isConfirming: (wait: Wait) => unknown) {
  const last = waiting.filter(isConfirming).pop()
  if (!last) return
  settle(last, true)
  waiting = waiting.map((wait) =>
    wait.cart.done === last.cart.done
      ? { ...wait, ...shownIn(pageNow(wait.cart.done), wait.rule) }
      : wait,
  )
}

function check() {
  cancelCheck = undefined
  confirmLast(hasAppeared)
  for (const wait of waiting) if (wait.until <= now()) settle(wait, false)
  const next = Math.min(...waiting.map(({ until }) => until))
  if (waiting.length) cancelCheck = schedule(check, next - now())
}

function checkSoon() {
  cancelCheck?.()
  cancelCheck = schedule(check, GATHER_MS)
}

type Answer = PerformanceResourceTiming & { readonly responseStatus?: number }

/** Whether a request of the page's scripts succeeded. Browsers that do not say it report only requests that were answered. */
const isAnswer = ({ name, initiatorType, startTime, responseStatus = 200 }: Answer, wait: Wait) =>
  wait.rule.response !== undefined &&
  /^(fetch|xmlhttprequest)$/.test(initiatorType) &&
  startTime >= wait.pressedAt &&
  responseStatus >= 200 &&
  responseStatus < 400 &&
  new RegExp(wait.rule.response).test(name)

function watchResponses(): () => void {
  const observer = attempt(
    () =>
      new PerformanceObserver(
        guard((list: PerformanceObserverEntryList) => {
          for (const answer of list.getEntries() as Answer[])
            confirmLast((wait) => isAnswer(answer, wait))
        }),
      ),
  )
  attempt(() => observer?.observe({ type: 'resource', buffered: !areEarlierRead }))
  areEarlierRead = true
  return () => observer?.disconnect()
}

function watch(): () => void {
  const observer = new MutationObserver(guard(checkSoon))
  const changes = { childList: true, subtree: true, attributes: true, characterData: true }
  observer.observe(documentValue('documentElement'), changes)
  const names = [...new Set(waiting.flatMap(({ rule }) => rule.event ?? []))]
  const stops = names.map((name) =>
    listen(window, name, () => confirmLast(({ rule }) => rule.event === name)),
  )
  // The page is left before the gathered changes are examined.
  stops.push(watchResponses(), listen(window, 'pagehide', check))
  return () => {
    observer.disconnect()
    cancelCheck?.()
    for (const stop of stops) stop()
  }
}

/** Adds a press on this page; without the page at the press, one on the page before. */
function add(cart: WaitingCart, element?: Element, before?: PageThen) {
  const rule = parseDone(cart.done)
  if (!rule)
    return reject('data-svc-cart-done is neither a selector nor a rule', { element, action })
  const { page, within = 0 } = rule
  const waitMs = Math.max(1_000 * within, page === undefined ? 0 : LOAD_MS)
  const at = before ? shownIn(before, rule) : { before, shown: cart.shown ?? '' }
  const wait = {
    cart: { ...cart, shown: at.shown },
    rule,
    element,
    until: before ? cart.at + waitMs : now() + NEXT_PAGE_MS,
    // The clock has whole milliseconds, and a request may follow within one.
    pressedAt: before ? performance.now() + cart.at - now() - 1 : 0,
  }
  waiting = [...waiting, { ...wait, ...at }]
}

function begin() {
  keepCarts(waiting.map(({ cart }) => cart))
  stopWatching?.()
  stopWatching = waiting.length ? watch() : undefined
  if (waiting.length) checkSoon()
}

/** The presses that the page before has left in this tab. */
function leftCarts(): readonly WaitingCart[] {
  const kept = attempt(() => JSON.parse(tab.read(cartsKey()) ?? '[]') as unknown)
  tab.remove(cartsKey())
  return Array.isArray(kept)
    ? (kept as WaitingCart[]).filter(
        ({ at, done, page, data } = {} as WaitingCart) =>
          now() - at < OLDEST_MS && typeof done === 'string' && page?.url && data?.pid,
      )
    : []
}

/**
 * Starts with the presses on this page so far, and those that the page before has left.
 *
 * @returns The function that waits for the answer to a press.
 */
export function open(pressed: readonly Parameters<AwaitAnswer>[]): AwaitAnswer {
  const own = new Set(pressed.map(([cart]) => `${cart.at} ${cart.data.pid}`))
  for (const cart of leftCarts()) if (!own.has(`${cart.at} ${cart.data.pid}`)) add(cart)
  for (const press of pressed) add(...press)
  begin()
  onStop(() => stopWatching?.())
  // A refusal deletes what waits, even if the shop confirms it after a new consent.
  followGate({
    onErase() {
      waiting = []
      stopWatching?.()
      stopWatching = undefined
    },
  })
  return (...press) => {
    add(...press)
    begin()
  }
}
