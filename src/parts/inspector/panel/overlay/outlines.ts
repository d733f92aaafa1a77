import type { Inspected } from '../../inspector-api'
import type { Box, Outline } from './draw'
import { type TileKind, tileState, tiles } from './tile-state'

/**
 * On every frame, the browser's work for an observer grows with the number of observed elements. Of
 * more than this many, only some are observed.
 */
const OBSERVED = 500

/** How many elements begin to be observed in one frame, because all at once would delay it. */
const PER_FRAME = 250

/** Knows which of any number of elements are in the window, or near it. */
export interface InWindow {
  readonly elements: () => Iterable<Element>
  /** Sets the current elements, in document order. What is known of earlier ones is kept. */
  readonly set: (elements: readonly Element[]) => void
  /** Called in each frame; begins to observe some more elements. */
  readonly advance: () => void
  readonly stop: () => void
}

/**
 * Tells which elements are in the window; at first there are none. Of very many elements, only every nth is observed and represents those
 * around it, because in such long lists neighbours in the document are neighbours in the window.
 */
export function createInWindow(window: Window & typeof globalThis): InWindow {
  const observed = new Set<Element>()
  const inside = new Set<Element>()
  let order: readonly Element[] = []
  let step = 1
  let fresh: Element[] = []
  let found: Element[] | undefined

  const observer = new window.IntersectionObserver(
    (entries) => {
      found = undefined
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting && observed.has(target)) inside.add(target)
        else inside.delete(target)
      }
    },
    { rootMargin: '50%' },
  )

  function forget(element: Element) {
    observer.unobserve(element)
    observed.delete(element)
    inside.delete(element)
  }

  const isNear = (index: number) => {
    const before = order[index - (index % step)]
    const after = order[index - (index % step) + step]
    return (before && inside.has(before)) || (after && inside.has(after))
  }

  return {
    elements() {
      found ??= order.filter((_, index) => isNear(index))
      return found
    },
    set(elements) {
      found = undefined
      order = elements
      step = Math.ceil(elements.length / OBSERVED)
      const wanted = new Set(elements.filter((_, index) => index % step === 0))
      for (const element of observed) if (!wanted.has(element)) forget(element)
      fresh = [...wanted].filter((element) => !observed.has(element))
    },
    advance() {
      for (const element of fresh.splice(0, PER_FRAME)) {
        observed.add(element)
        observer.observe(element)
      }
    },
    stop: () => observer.disconnect(),
  }
}

export interface OutlineFacts {
  readonly box: Box
  readonly tag: Inspected
  readonly isClicked: (pid: string) => boolean
  readonly now: number
  readonly dwellMs: number
}

/** The outline of an element, and for a tile its state. */
export interface Outlined {
  readonly outline: Outline
  readonly kind: TileKind | undefined
}

const LIST = '#7c3aed'
const FACET = '#0e7490'
const CONTROL = '#be185d'

/** Attributes besides a tile's; the first one that an element has counts. */
const others = [
  ['query', LIST, 'search '],
  ['page', LIST, 'browse '],
  ['facet', FACET, 'facet '],
  ['cart', CONTROL, 'cart '],
  ['order', CONTROL, 'order '],
  ['search', CONTROL, 'search box'],
] as const

/** Draws an element by its meaning to the tag. */
export function outlineOf(element: Element, facts: OutlineFacts): Outlined {
  const { markup } = facts.tag
  const pid = markup.read(element, 'product')
  if (pid !== undefined) return tileOutline(element, pid, facts)

  const { box } = facts
  for (const [name, colour, noun] of others) {
    const value = markup.read(element, name)
    if (value !== undefined)
      return {
        kind: undefined,
        outline: { box, colour, label: noun + value, style: 'dashed', labelAt: 'above' },
      }
  }
  return {
    kind: undefined,
    outline: { box, colour: CONTROL, label: '', style: 'dashed', labelAt: 'above' },
  }
}

function tileOutline(
  element: Element,
  pid: string,
  { box, tag, isClicked, now, dwellMs }: OutlineFacts,
): Outlined {
  const place = tag.inspect(element)
  const state = tileState({ pid, place, isClicked: isClicked(pid), now, dwellMs })
  return {
    kind: state.kind,
    outline: {
      box,
      colour: tiles[state.kind][1],
      label: state.label,
      labelAt: 'inside',
      style: state.kind === 'unseen' ? 'dashed' : 'solid',
      progress: state.progress,
    },
  }
}
