import { settings } from '../../../../settings/read-settings'
import { has, read } from '../../../../track/attributes'
import { countedIn, pidOf } from '../../../../track/impressions'
import { listContaining } from '../../../../track/known-lists'
import { isTracking } from '../../../../track/tracking'
import { inSightSince } from '../../../../track/viewability'
import type { Box, Outline } from './draw'
import { type TilePlace, tileState, tiles } from './tile-state'

/**
 * On every frame, the browser's work for an observer grows with the number of observed elements. Of
 * more than this many, only some are observed.
 */
const OBSERVED = 500

/** How many elements begin to be observed in one frame, because all at once would delay it. */
const PER_FRAME = 250

/**
 * Tells which elements are in the window; at first there are none. Of very many elements, only every nth is observed and represents those
 * around it, because in such long lists neighbours in the document are neighbours in the window.
 */
export function createInWindow() {
  const observed = new Set<Element>()
  const inside = new Set<Element>()
  let order: readonly Element[] = []
  let step = 1
  let fresh: Element[] = []
  let found: Element[] | undefined

  const observer = new IntersectionObserver(
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
    elements(): Iterable<Element> {
      found ??= order.filter((_, index) => isNear(index))
      return found
    },
    /** Sets the current elements, in document order. What is known of earlier ones is kept. */
    set(elements: readonly Element[]) {
      found = undefined
      order = elements
      step = Math.ceil(elements.length / OBSERVED)
      const wanted = new Set(elements.filter((_, index) => index % step === 0))
      for (const element of observed) if (!wanted.has(element)) forget(element)
      fresh = [...wanted].filter((element) => !observed.has(element))
    },
    /** Call it in each frame: begins to observe some more elements. */
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
  readonly isClicked: (pid: string) => boolean
  /** Why the last press on a control was lost. */
  readonly lossOn: (element: Element) => string | undefined
  readonly now: number
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

/** Outlines an element by its meaning to the tag. */
export function outlineOf(element: Element, facts: OutlineFacts): Outline {
  const pid = read(element, 'product')
  if (pid !== undefined) return tileOutline(element, pid, facts)
  const [name, colour = CONTROL, noun] = others.find(([other]) => has(element, other)) ?? []
  const loss = facts.lossOn(element)
  if (loss)
    return {
      box: facts.box,
      colour: tiles.faulty[1],
      label: `${name ?? 'control'} not counted: ${loss}`,
      style: 'solid',
      labelAt: 'above',
    }
  const label = name ? noun + (read(element, name) ?? '') : ''
  return { box: facts.box, colour, label, style: 'dashed', labelAt: 'above' }
}

/** The tag's view of a tile at this moment; `undefined` while the tag does not watch the page. */
function placeOf(tile: Element): TilePlace | undefined {
  if (!isTracking()) return undefined
  const list = listContaining(tile)
  const isCounted = Boolean(list && countedIn(list).has(pidOf(tile) ?? ''))
  return { list: list?.context, isCounted, since: inSightSince(tile) }
}

function tileOutline(tile: Element, pid: string, { box, isClicked, now }: OutlineFacts): Outline {
  const { impressions } = settings
  const dwellMs = impressions === 'load' ? 0 : impressions.dwellMs
  const facts = { pid, place: placeOf(tile), isClicked: isClicked(pid), now, dwellMs }
  const { kind, label, progress } = tileState(facts)
  const style = kind === 'unseen' ? 'dashed' : 'solid'
  return { kind, box, colour: tiles[kind][1], label, labelAt: 'inside', style, progress }
}
