import type { Clock } from '../platform/clock'
import type { Guard } from '../platform/guard'
import { observeMutations } from '../platform/observers'
import { watchShadowRoots } from '../platform/shadow-roots'
import { matches, queryAll, type Root, shadowOf } from '../platform/tree'
import { createComers } from './comers'

/** How long changes are gathered. Frameworks change a page in bursts, and nothing here is urgent. */
const GATHER_MS = 50

/** What may have a shadow root: not these, which most of a page is made of. */
const MAY_HOST = ':not(a,b,button,i,img,input,label,li,option,path,svg)'

export interface ChangesDeps {
  readonly document: Document
  readonly guard: Guard
  readonly clock: Clock
  /** What is looked for. */
  readonly selector: string
  /** Attributes that make an element, and all below it, worth another look. */
  readonly attributes: readonly string[]
  /** Something changed; called before the change is looked at. */
  readonly onChange: () => void
  /**
   * The page changed; these elements are new, or may mean something new. In document order, but for what was moved.
   *
   * @param isAll - It is everything there is.
   */
  readonly onFound: (elements: readonly Element[], isAll: boolean) => void
  /** Elements have gone. */
  readonly onGone: () => void
  /** A shadow root was met. Returns what to do when it has gone. */
  readonly onRoot: (root: Root) => () => void
}

export interface Changes {
  /** The document and the open shadow roots that are in it. */
  readonly roots: () => Iterable<Root>
  /** Everything that is looked for, as the page is now, in document order. */
  readonly all: () => Element[]
  /** Finds everything again. */
  readonly again: () => void
  readonly stop: () => void
}

/** Finds marked elements, now and whenever the page changes, in the document and in every open shadow root. */
export function watchChanges(deps: ChangesDeps): Changes {
  const { document, guard, clock, selector } = deps
  const roots = new Map<Root, () => void>()
  const comers = createComers()
  let isGone = false
  let cancel: (() => void) | undefined

  function lookSoon() {
    deps.onChange()
    cancel ??= clock.schedule(look, GATHER_MS)
  }

  const mutations = observeMutations(guard, deps.attributes, (records) => {
    records.forEach(comers.note)
    isGone ||= records.some(({ removedNodes }) => removedNodes.length > 0)
    if (isGone || !comers.isEmpty()) lookSoon()
  })

  function adopt(root: Root) {
    if (roots.has(root)) return
    roots.set(root, deps.onRoot(root))
    mutations.watch(root)
  }

  /** All that is looked for below a node, in the order in which it is drawn. */
  function below(node: Element | Root): Element[] {
    if (![...queryAll(node, MAY_HOST)].some(shadowOf)) return [...queryAll(node, selector)]
    return [...queryAll(node, '*')].flatMap(withShadow)
  }

  function withShadow(element: Element): Element[] {
    const root = shadowOf(element)
    if (root) adopt(root)
    return [...(matches(element, selector) ? [element] : []), ...(root ? below(root) : [])]
  }

  function look() {
    cancel = undefined
    if (isGone) forgetGone()
    const { elements, parents } = comers.take()
    const found = [
      ...parents.flatMap(below),
      ...elements.flatMap((element) => [...withShadow(element), ...below(element)]),
    ]
    deps.onFound(found, false)
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

  const again = () => {
    deps.onChange()
    deps.onFound(below(document), true)
  }

  return {
    roots: () => roots.keys(),
    all: () => below(document),
    again,
    stop() {
      cancel?.()
      unwatchRoots()
      mutations.stop()
      for (const stop of roots.values()) stop()
    },
  }
}
