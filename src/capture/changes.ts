import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import { observeMutations } from '../platform/observers'
import { watchShadowRoots } from '../platform/shadow-roots'
import {
  drawnIn,
  hasShadows,
  isElement,
  matches,
  queryAll,
  type Root,
  shadowOf,
} from '../platform/tree'
import { createComers } from './comers'
import type { Tiles } from './tile-order'

/** How long changes are gathered. Frameworks change a page in bursts, and nothing here is urgent. */
const GATHER_MS = 50

/** A parser tells of each node by itself. To look at everything costs less than to look at more records than this. */
const FLOOD = 1_000

/** Marked elements. One may be both. */
export interface Found {
  readonly tiles: Tiles
  readonly others: Tiles
}

export interface ChangesDeps {
  readonly document: Document
  readonly guard: Guard
  readonly clock: Clock
  /** What is looked for: tiles, of which there may be very many, and the rest, kind by kind. */
  readonly tiles: string
  readonly others: readonly string[]
  /** Attributes that make an element, and all below it, worth another look. */
  readonly attributes: readonly string[]
  /** Something changed; called before the change is looked at. */
  readonly onChange: () => void
  /**
   * The page changed; this is new, or may mean something new. Tiles in document order, but for what was moved.
   *
   * @param isAll - It is everything there is.
   */
  readonly onFound: (found: Found, isAll: boolean) => void
  /** Elements have gone. */
  readonly onGone: () => void
  /** A shadow root was met. Returns what to do when it has gone. */
  readonly onRoot: (root: Root) => () => void
}

export interface Changes {
  /** The document and the open shadow roots that are in it. */
  readonly roots: () => Iterable<Root>
  /** All tiles, as the page is now, in document order. */
  readonly tiles: () => Tiles
  /** Finds everything again. */
  readonly again: () => void
  /** The page may go: what changed is looked at now. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Texts come and go all the time; of them nothing is held here. */
const hasRemoved = ({ removedNodes }: MutationRecord) =>
  removedNodes.length > 0 && Array.prototype.some.call(removedNodes, isElement)

/** Finds marked elements, now and whenever the page changes, in the document and in every open shadow root. */
export function watchChanges(deps: ChangesDeps): Changes {
  const { document, guard, clock } = deps
  const roots = new Map<Root, () => void>()
  const comers = createComers()
  let isGone = false
  let cancel: (() => void) | undefined

  function lookSoon() {
    deps.onChange()
    cancel ??= clock.schedule(look, GATHER_MS)
  }

  const mutations = observeMutations(guard, deps.attributes, (records) => {
    const isFlood = records.length > FLOOD
    if (isFlood) comers.addWithin(document.documentElement)
    else records.forEach(comers.note)
    isGone ||= isFlood || records.some(hasRemoved)
    if (isGone || !comers.isEmpty()) lookSoon()
  })

  function adopt(root: Root) {
    if (roots.has(root)) return
    roots.set(root, deps.onRoot(root))
    mutations.watch(root)
  }

  /** All that is below a node, in the order in which it is drawn. */
  function inside(node: Element | Root): Element[] {
    const elements = drawnIn(node)
    for (const root of [node, ...elements].flatMap((part) => shadowOf(part) ?? [])) adopt(root)
    return elements
  }

  const others = deps.others.join()

  const among = (elements: readonly Element[]): Found => ({
    tiles: elements.filter((element) => matches(element, deps.tiles)),
    others: elements.filter((element) => matches(element, others)),
  })

  /** Blink knows of a tree which attributes are not in it, but not for selectors that name several. */
  const othersIn = (node: Element | Root) => [
    ...new Set(deps.others.flatMap((kind) => [...queryAll(node, kind)])),
  ]

  /** What is below a node. Without shadow roots the browser need not make the tiles that nobody asks for. */
  const below = (node: Element | Root): Found =>
    hasShadows(node)
      ? among(inside(node))
      : { tiles: queryAll(node, deps.tiles), others: othersIn(node) }

  const within = (node: Element) =>
    hasShadows(node) ? inside(node) : [...queryAll(node, `${deps.tiles},${others}`)]

  function look() {
    cancel?.()
    cancel = undefined
    if (isGone) forgetGone()
    const { elements, parents } = comers.take()
    const [first, ...rest] = parents
    const isOne = first && rest.length + elements.length === 0
    const came = () => [
      ...parents.flatMap(within),
      ...elements.flatMap((element) => [element, ...within(element)]),
    ]
    deps.onFound(isOne ? below(first) : among(came()), false)
  }

  function forgetGone() {
    isGone = false
    for (const [root, stop] of roots) {
      if (root.isConnected) continue
      stop()
      roots.delete(root)
    }
    deps.onGone()
  }

  const unwatchRoots = watchShadowRoots(guard, (root) => {
    adopt(root)
    comers.add(root.host)
    lookSoon()
  })

  adopt(document)

  const flush = () => {
    if (cancel) look()
  }

  const again = () => {
    deps.onChange()
    deps.onFound(below(document), true)
  }

  return {
    roots: () => roots.keys(),
    // Whatever has a shadow root was met when it came.
    tiles: () => (roots.size > 1 ? below(document).tiles : queryAll(document, deps.tiles)),
    again,
    flush,
    stop() {
      cancel?.()
      unwatchRoots()
      mutations.stop()
      for (const stop of roots.values()) stop()
    },
  }
}
