import type { Timestamp } from '../brand'
import type { Ignore, ListContext, Moment, OrderLineData, Place, Report } from '../events'
import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import { listen, listenNowAndThen } from '../platform/listen'
import { watchNavigation } from '../platform/navigation'
import { observeSize, openObserve } from '../platform/observers'
import { isInWindow } from '../platform/sight'
import type { Storage } from '../platform/storage'
import { matches, pathOf, queryAll, queryRoots } from '../platform/tree'
import { isUserActive } from '../platform/user-activation'
import { carrier, INERT, isInert, type Mark, type Markup } from './attributes'
import { createCart } from './cart'
import { type Found, watchChanges } from './changes'
import { createClicks } from './clicks'
import { createEmptyLists } from './empty-lists'
import { createFacets } from './facets'
import { createHandedOver, type OnHandedOver } from './handed-over'
import { createImpressions } from './impressions'
import { createKeys } from './keys'
import { createLists, type List } from './list'
import { createOrderMemory } from './order-memory'
import { createOrders } from './orders'
import { createSearch } from './search'
import { createSeen, type SeenRule } from './seen'
import { createTally } from './tally'
import { MOVES_MS } from './tile-window'

/** What is looked for, beside products, when the page changes; everything else is read when something happens to it. */
const SOUGHT: readonly Mark[] = ['total', 'facet', 'order', 'events']

/** What a shopper does. Two more, and scrolling, are heard per shadow root, which they do not leave. */
const DOINGS = 'click auxclick keydown input'
const FORM_DOINGS = 'submit change'

/** Something that the shopper did, and what it was done to, from the inside out. */
export type Doing = readonly [event: Event, path: Element[]]

export interface CaptureSettings {
  /** When a tile counts as seen; `'load'` is as soon as it is in the page. */
  readonly impressions: SeenRule | 'load'
  /** Whether what a script of the page does counts as the shopper's doing. */
  readonly scriptClicks: boolean
}

export interface CaptureDeps {
  readonly document: Document
  readonly window: EventTarget
  readonly guard: Guard
  readonly clock: Clock
  /** Keeps hashes of counted orders; must refuse while nothing may be stored. */
  readonly storage: Storage
  readonly markup: Markup
  readonly settings: CaptureSettings
  readonly report: Report
  readonly ignore: Ignore
  readonly place: () => Place
  readonly onHandedOver: OnHandedOver
  /** The address changed without a load. */
  readonly onRoute: (previousUrl: string) => void
}

export interface Capture {
  /** Names the list for what the markup cannot attribute; with the same name, and request id, it goes on. */
  readonly context: (list: ListContext | undefined) => void
  /** The list that is meant when none is named: the only one of the page, else the one named by call. */
  readonly list: () => ListContext | undefined
  /** All elements of the page that carry one of the marks. */
  readonly marked: (...marks: readonly Mark[]) => readonly Element[]
  /** The shopper did something before the page was watched. */
  readonly did: (...doing: Doing) => void
  /** Whether an order reported by call is counted for the first time; remembers it. */
  readonly isNewOrder: (id: string | undefined, lines: readonly OrderLineData[]) => boolean
  /** The page came back out of the back/forward cache: its lists count again. */
  readonly newPage: () => void
  /** The page is hidden, or may go: what was gathered is reported, and dwell begins again. */
  readonly leaving: () => void
  /** Tiles near the window that are not counted yet, each with why. */
  readonly unseen: () => readonly (readonly [tile: Element, reason: string])[] | undefined
  /** What is made of an element at this moment, for whoever wonders. */
  readonly look: (element: Element) => Looked
  /** Removes every listener, observer and timer. */
  readonly stop: () => void
}

export interface Looked {
  /** The list that it belongs to. */
  readonly list: ListContext | undefined
  /** Its product was counted in the list. */
  readonly isCounted: boolean
  /** Since when the tile has been in sight without a break. */
  readonly since: Timestamp | undefined
}

/** Browsers trust the submit and the change that a script brings about, which nobody did who has not just touched the page. */
const isByShopper = ({ isTrusted, type }: Event) =>
  isTrusted && (type.endsWith('down') || isUserActive())

/** Watches the page from now on, and reports what the shopper does. */
export function createCapture(deps: CaptureDeps): Capture {
  const { document, guard, clock, markup, settings, report, ignore } = deps
  const { impressions: rule } = settings

  const everywhere = (...marks: readonly Mark[]): Element[] =>
    queryRoots(changes.roots(), markup.selector(...marks))
  const pidOf = (element: Element) => markup.read(element, 'product')
  /** Met while the page was being parsed: there may be half an order in it, or half a block of events. */
  const early = new Set<Element>()
  /** By the event: Chromium calls a page complete that is left while it is loading. */
  let isParsed = document.readyState !== 'loading'
  const lists = createLists({ markup, everywhere, now: clock.now })
  const tally = createTally()
  const moment = (): Moment => ({ at: clock.now(), place: deps.place() })
  const isAnywhere = (mark: Mark) =>
    [...changes.roots()].some((root) => queryAll(root, markup.selector(mark))[0])
  const common = { markup, lists, isAnywhere, clock, moment, report, ignore }
  const impressions = createImpressions({ ...common, tally })
  const empty = createEmptyLists({ ...common, onEmpty: impressions.countEmpty })
  const memory = createOrderMemory(deps.storage, clock)
  const orders = createOrders({ ...common, memory })
  const facets = createFacets({ ...common, everywhere })
  const handedOver = createHandedOver(deps)
  const keys = createKeys(markup)

  const headOf = (list: Element) => queryAll(list, markup.selector('product'))[0] ?? []
  const observe = openObserve(guard)
  const seen =
    observe && rule !== 'load'
      ? createSeen({
          ...rule,
          observe,
          root: document.documentElement,
          clock,
          all: () => changes.tiles(),
          heads: () => everywhere('query', 'page').filter(isInWindow).flatMap(headOf),
          pidOf,
          wanted: impressions.wanted,
          onSeen: impressions.count,
        })
      : undefined

  const isCounted = (tile: Element, list: List | undefined) =>
    Boolean(list && tally.of(list).has(pidOf(tile) ?? ''))

  function look(element: Element): Looked {
    const list = lists.around(element)
    return {
      list: list?.context,
      isCounted: isCounted(element, list),
      since: seen?.since(element),
    }
  }

  function onClick(tile: Element, list: List | undefined) {
    seen?.drop(tile)
    if (!isCounted(tile, list)) impressions.count([tile])
    impressions.flush()
  }
  const clicks = createClicks({ ...common, onClick })
  const watchers = [facets.watch, createSearch(common), createCart(common), clicks.watch]

  /** Says why a press on something marked, or a submit of it, is passed over. */
  function pass(reason: string, { type }: Event, path: readonly Element[]) {
    const element = carrier(markup, path, 'product', 'cart', 'facet', 'facets-reset', 'search')
    if (element && /submit|click/.test(type)) ignore(reason, { element })
  }

  const isByScript = (event: Event, path: readonly Element[]) =>
    (!settings.scriptClicks && !isByShopper(event)) || keys.isOwnClick(event, path)

  /** Says that it does nothing, by a word: of a native control that is disabled there is no event. A link is followed all the same. */
  const isOff = (event: Event, path: readonly Element[]) =>
    [(event as SubmitEvent).submitter, ...path].some(
      (part) => part && matches(part, '[aria-disabled=true]'),
    ) && carrier(markup, path, 'cart', 'search', 'facets-apply', 'facets-reset')

  function tell(type: string, event: Event, path: readonly Element[]) {
    for (const watch of watchers) watch(type, path, event)
  }

  function onDoing(event: Event, path = pathOf(event)) {
    if (isInert(markup, path)) return pass(INERT, event, path)
    if (isByScript(event, path)) return pass('a script did it', event, path)
    if (isOff(event, path)) return pass('aria-disabled', event, path)
    tell(event.type, event, path)
    if (keys.press(event, path)) tell('click', event, path)
    seen?.changed()
  }

  /** Most that is pressed is no facet, and the click that follows says all the rest. A swipe has none. */
  function onPress(event: Event) {
    const press = event as PointerEvent
    keys.forget()
    if (!press.isTrusted || press.pointerType !== 'mouse' || facets.areThere()) onDoing(event)
    else clicks.pressed(press)
  }

  /** Looks at what is not, or not only, a tile. */
  function meet(element: Element) {
    if (markup.read(element, 'total') === '0') empty.found(element)
    if (markup.read(element, 'facet') !== undefined) facets.found(element)
    if (isParsed) meetWhole(element)
    else early.add(element)
  }

  function meetWhole(element: Element) {
    if (markup.read(element, 'order') !== undefined) orders.found(element)
    if (markup.read(element, 'events') !== undefined) handedOver.found(element)
  }

  /** Meets what is known to be whole: all of a page that is parsed, else what something comes after. */
  function meetEarly() {
    early.forEach((element) => {
      if (isParsed || element.nextSibling) {
        early.delete(element)
        meetWhole(element)
      }
    })
  }

  function found({ tiles, others }: Found, isAll: boolean) {
    // Only those who ask again learn of another list beside them.
    if (lists.isElsewhere() && !isAll) return changes.again()
    if (seen) seen.add(tiles, isAll)
    else impressions.count(impressions.wanted([...tiles]))
    for (const element of others) meet(element)
    orders.changed()
  }

  const hearMoves = (target: EventTarget, type: string) =>
    listenNowAndThen(guard, clock, target, type, MOVES_MS, () => seen?.moved())

  const changes = watchChanges({
    document,
    guard,
    clock,
    tiles: markup.selector('product'),
    others: SOUGHT.map((mark) => markup.selector(mark)),
    attributes: markup.attributes,
    onChange() {
      lists.forget()
      seen?.changed()
    },
    onFound: found,
    onGone() {
      // Something may have asked for the only list while the shadow roots that went were still among those there are.
      lists.forget()
      seen?.sweep()
    },
    onRoot(root) {
      const stops = [listen(guard, root, FORM_DOINGS, onDoing), hearMoves(root, 'scroll')]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })

  const stops = [
    changes.stop,
    orders.stop,
    impressions.flush,
    empty.flush,
    facets.stop,
    () => seen?.stop(),
    listen(guard, deps.window, DOINGS, onDoing),
    listen(guard, deps.window, 'pointerdown', onPress),
    hearMoves(deps.window, 'resize'),
    // What a style hides or shows, and a picture that loads, move tiles without a word.
    observeSize(guard, document.documentElement, () => seen?.moved()),
    listen(guard, document, 'DOMContentLoaded', () => {
      isParsed = true
      meetEarly()
    }),
    watchNavigation(guard, (previousUrl) => {
      impressions.flush()
      empty.flush()
      tally.newRoute()
      handedOver.newRoute()
      deps.onRoute(previousUrl)
    }),
  ]
  changes.again()

  return {
    context(list) {
      lists.name(list)
      changes.again()
    },
    list: () => lists.of([])?.context,
    marked: everywhere,
    did: onDoing,
    isNewOrder: memory.isNew,
    newPage() {
      tally.newPage()
      changes.again()
    },
    leaving() {
      changes.flush()
      meetEarly()
      impressions.flush()
      empty.flush()
      facets.flush()
      orders.flush()
      seen?.restart()
    },
    unseen: () => seen?.unseen(),
    look,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
