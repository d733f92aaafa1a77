import { type Cancel, schedule } from '../browser/clock'
import { type Elements, isElement, queryPage, type Root } from '../browser/dom'
import { guard } from '../browser/guard'
import { hooks } from '../browser/hooks'
import { instrumentMethod } from '../browser/listen'
import { type AttributeName, observedAttributes, selector } from './attributes'

/** Changes within this time are handled in one scan, because frameworks change a page in bursts and a scan is not urgent. */
const GATHER_MS = 50

/** With more changed nodes than this, every element counts as touched. */
const FLOOD = 100

/** Attributes that a scan finds in addition to tiles. All others are read when an event happens. */
const OTHERS: readonly AttributeName[] = ['total', 'facet', 'order', 'events', 'cart-done']

/** The page as a scan found it. */
export interface Scan {
  /** All tiles, in document order. */
  readonly tiles: Elements
  /** New or changed elements with an attribute other than a tile's. */
  readonly others: readonly Element[]
  /** Everything counts as new, because {@link rescan} was called. */
  readonly isAnew: boolean
}

/** Callbacks of the observer. */
export interface DomHandlers {
  /** Something changed; a scan follows. */
  readonly onChange: () => void
  readonly onScan: (scan: Scan) => void
  /** The observer has started on a root. Returns the cleanup function for this root. */
  readonly onRoot: (root: Root) => () => void
  /** The page has an open shadow root, so the components part is needed. */
  readonly onShadowRoot: () => void
}

let handlers: DomHandlers | undefined
let observer: MutationObserver | undefined
/** The document and its open shadow roots, each with its cleanup function. */
export const roots = new Map<Root, () => void>()
/** Nodes that were added or changed since the last scan. */
let changed: Node[] = []
let cancelScan: Cancel | undefined
let isPatched = false

/** Observes the document, or an open shadow root. */
export function observeRoot(root: Root) {
  if (!handlers || roots.has(root)) return
  roots.set(root, handlers.onRoot(root))
  observer?.observe(root, {
    childList: true,
    subtree: true,
    attributeFilter: [...observedAttributes()],
  })
}

/** Schedules a scan, which covers all changes until it runs. */
function scheduleScan() {
  handlers?.onChange()
  cancelScan ??= schedule(scan, GATHER_MS)
}

/** Pages and the tag add and remove scripts all the time, so scripts do not count. A script that holds server events has a type. */
const isContent = (node: Node) =>
  isElement(node) && !(node instanceof HTMLScriptElement && !node.type)

function onMutations(records: readonly MutationRecord[]) {
  let isRelevant = false
  for (const { type, target, addedNodes, removedNodes } of records) {
    // A script's text is a child node. Other text nodes change too often to matter.
    const isOwn = type === 'attributes' || target instanceof HTMLScriptElement
    const nodes = isOwn ? [target] : [...addedNodes].filter(isContent)
    changed.push(...nodes)
    isRelevant ||= nodes.length > 0 || [...removedNodes].some(isContent)
  }
  if (isRelevant) scheduleScan()
}

const isTouched = (element: Element): boolean =>
  changed.length > FLOOD || changed.some((node) => node.contains(element) || element.contains(node))

function scan(isAnew = false) {
  cancelScan?.()
  cancelScan = undefined
  hooks.updateRoots?.(roots)
  // Selectors one by one: Blink knows of a tree which attributes are not in it, but not for selectors that name several.
  const found = new Set(OTHERS.flatMap((name) => [...queryPage(selector(name))]))
  const others = [...found].filter((element) => isAnew || isTouched(element))
  changed = []
  handlers?.onScan({ tiles: queryPage(selector('product')), others, isAnew })
}

/** Scans the page now, as if everything were new. */
export function rescan() {
  handlers?.onChange()
  scan(true)
}

/** Runs a scheduled scan now, because the page may be unloaded. */
export function flushScan() {
  if (cancelScan) scan()
}

/** Observes the page until {@link stopObserving}. The caller makes the first scan. */
export function startObserving(given: DomHandlers) {
  handlers = given
  observer = new MutationObserver(guard(onMutations))
  observeRoot(document)
  // There is no event for a new shadow root.
  if (!isPatched)
    instrumentMethod(Element.prototype, 'attachShadow', ({ mode }) => {
      if (mode !== 'open' || !handlers) return
      handlers.onShadowRoot()
      scheduleScan()
    })
  isPatched = true
}

/** Stops observing and cleans up every root. */
export function stopObserving() {
  cancelScan?.()
  cancelScan = undefined
  observer?.disconnect()
  for (const stop of roots.values()) stop()
  roots.clear()
  changed = []
  handlers = undefined
}
