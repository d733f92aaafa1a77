import type { Inspected } from '../../inspector-api'
import type { AttributeName, Box } from './draw'
import { type TileKind, tileColours, tileState } from './tile-state'

export interface MarkFacts {
  readonly box: Box
  readonly tag: Inspected
  readonly isClicked: (pid: string) => boolean
  readonly now: number
  readonly dwellMs: number
}

/** The outline of an element, and for a tile what has become of it. */
export interface Marked {
  readonly mark: AttributeName
  readonly kind: TileKind | undefined
}

const LIST = '#7c3aed'
const FACET = '#0e7490'
const CONTROL = '#be185d'

/** What an element is, besides a tile; the first that it carries. */
const others = [
  ['query', LIST, 'search '],
  ['page', LIST, 'browse '],
  ['facet', FACET, 'facet '],
  ['cart', CONTROL, 'cart '],
  ['order', CONTROL, 'order '],
  ['search', CONTROL, 'search box'],
] as const

/** Draws an element as what it is to the tag. */
export function markOn(element: Element, facts: MarkFacts): Marked {
  const { markup } = facts.tag
  const pid = markup.read(element, 'product')
  if (pid !== undefined) return tileMark(element, pid, facts)

  const { box } = facts
  for (const [name, colour, noun] of others) {
    const said = markup.read(element, name)
    if (said !== undefined)
      return {
        kind: undefined,
        mark: { box, colour, label: noun + said, style: 'dashed', labelAt: 'above' },
      }
  }
  return {
    kind: undefined,
    mark: { box, colour: CONTROL, label: '', style: 'dashed', labelAt: 'above' },
  }
}

function tileMark(
  element: Element,
  pid: string,
  { box, tag, isClicked, now, dwellMs }: MarkFacts,
): Marked {
  const place = tag.look(element)
  const state = tileState({ pid, place, isClicked: isClicked(pid), now, dwellMs })
  return {
    kind: state.kind,
    mark: {
      box,
      colour: tileColours[state.kind],
      label: state.label,
      labelAt: 'inside',
      style: state.kind === 'unseen' ? 'dashed' : 'solid',
      progress: state.progress,
    },
  }
}
