import type { Timestamp } from '../brand'
import type { Ignore, ListContext, Moment, OrderLineData, Place, Report } from '../events'
import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import { listen, listenNowAndThen } from '../platform/listen'
import { watchNavigation } from '../platform/navigation'
import { observeSize, openObserve } from '../platform/observers'
import { isInWindow } from '../platform/sight'
import type { Storage } from '../platform/storage'
import { queryAll, queryRoots } from '../platform/tree'
import type { Mark, Markup } from './attributes'
import { createCart } from './cart'
import { type Found, watchChanges } from './changes'
import { createClicks } from './clicks'
import { createDoings, type Doing } from './doings'
import { createEmptyLists } from './empty-lists'
import { createFacets } from './facets'
import { createHandedOver, type OnHandedOver } from './handed-over'
import { createImpressions } from './impressions'
import { createLists, type List } from './list'
import { createMeetings } from './meetings'
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

/** Watches the page from now on, and reports what the shopper does. */
export function createCapture(deps: CaptureDeps): Capture {
  const { document, guard, clock, markup, settings, report, ignore } = deps
  const { impressions: rule } = settings

  const everywhere = (...marks: readonly Mark[]): Element[] =>
    queryRoots(changes.roots(), markup.selector(...marks))
  const pidOf = (element: Element) => markup.read(element, 'product')
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

  const doings = createDoings({
    ...common,
    scriptClicks: settings.scriptClicks,
    watchers: [facets.watch, createSearch(common), createCart(common), clicks.watch],
    facets,
    clicks,
    onDone: () => seen?.changed(),
  })

  const meetings = createMeetings({ ...deps, empty, facets, orders, handedOver })

  function found({ tiles, others }: Found, isAll: boolean) {
    // Only those who ask again learn of another list beside them.
    if (lists.isElsewhere() && !isAll) return changes.again()
    if (seen) seen.add(tiles, isAll)
    else impressions.count(impressions.wanted([...tiles]))
    for (const element of others) meetings.meet(element)
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
      const stops = [listen(guard, root, FORM_DOINGS, doings.hear), hearMoves(root, 'scroll')]
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
    listen(guard, deps.window, DOINGS, doings.hear),
    listen(guard, deps.window, 'pointerdown', doings.hearPointer),
    hearMoves(deps.window, 'resize'),
    // What a style hides or shows, and a picture that loads, move tiles without a word.
    observeSize(guard, document.documentElement, () => seen?.moved()),
    listen(guard, document, 'DOMContentLoaded', meetings.parsed),
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
    did: doings.hear,
    isNewOrder: memory.isNew,
    newPage() {
      tally.newPage()
      changes.again()
    },
    leaving() {
      changes.flush()
      meetings.meetWhole()
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
