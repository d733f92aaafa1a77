import type { Inspected } from '../../inspector-api'
import type { Box, Outline } from './draw'
import { type TileKind, tileColours, tileState } from './tile-state'

export interface OutlineFacts {
  readonly box: Box
  readonly tag: Inspected
  readonly isClicked: (pid: string) => boolean
  readonly now: number
  readonly dwellMs: number
}

/** The outline of an element, and for a tile what has become of it. */
export interface Outlined {
  readonly outline: Outline
  readonly kind: TileKind | undefined
}

const LIST = '#7c3aed'
const FACET = '#0e7490'
const CONTROL = '#be185d'

/** Attributes besides that of a tile; the first that an element carries counts. */
const others = [
  ['query', LIST, 'search '],
  ['page', LIST, 'browse '],
  ['facet', FACET, 'facet '],
  ['cart', CONTROL, 'cart '],
  ['order', CONTROL, 'order '],
  ['search', CONTROL, 'search box'],
] as const

/** Draws an element as what it is to the tag. */
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
      colour: tileColours[state.kind],
      label: state.label,
      labelAt: 'inside',
      style: state.kind === 'unseen' ? 'dashed' : 'solid',
      progress: state.progress,
    },
  }
}
