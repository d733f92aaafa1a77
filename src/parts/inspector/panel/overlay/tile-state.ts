import type { InspectedPlace } from '../../inspector-api'

/** The state of a tile: a mistake, or on its way to being counted. */
export type TileKind =
  | 'faulty'
  | 'unwatched'
  | 'unseen'
  | 'dwelling'
  | 'counted'
  | 'copy'
  | 'clicked'

/** In the order of the legend. */
export const tileKinds: readonly TileKind[] = [
  'unseen',
  'dwelling',
  'counted',
  'copy',
  'clicked',
  'faulty',
  'unwatched',
]

export const tileNames: Readonly<Record<TileKind, string>> = {
  faulty: 'without product or list',
  unwatched: 'not watched',
  unseen: 'not yet seen',
  dwelling: 'being seen',
  counted: 'counted',
  copy: 'counted on another tile',
  clicked: 'clicked',
}

/** Readable on photographs, light and dark. */
export const tileColours: Readonly<Record<TileKind, string>> = {
  faulty: '#d1242f',
  unwatched: '#6e7781',
  unseen: '#6e7781',
  dwelling: '#b26b00',
  counted: '#15803d',
  copy: '#6e7781',
  clicked: '#1d4ed8',
}

export type TileCounts = Readonly<Record<TileKind, number>>

export interface TileState {
  readonly kind: TileKind
  readonly label: string
  /** From 0 to 1 of the time it has to stay in sight. */
  readonly progress: number
}

export interface TileFacts {
  readonly pid: string | undefined
  readonly place: InspectedPlace | undefined
  readonly isClicked: boolean
  readonly now: number
  readonly dwellMs: number
}

const plain = (kind: TileKind, label: string): TileState => ({ kind, label, progress: 0 })

/** The drawing of a tile's state. */
export function tileState({ pid, place, isClicked, now, dwellMs }: TileFacts): TileState {
  if (!pid) return plain('faulty', 'no product id')
  if (!place) return plain('unwatched', 'not watched')
  if (!place.list) return plain('faulty', 'in no list')
  if (isClicked) return plain('clicked', '✓ clicked')
  if (place.isCopy) return plain('copy', 'a copy, counts once')
  if (place.isCounted) return plain('counted', '✓ counted')
  if (place.since === undefined) return plain('unseen', 'not yet seen')
  const seenMs = Math.min(dwellMs, now - place.since)
  return { kind: 'dwelling', label: `${(seenMs / 1_000).toFixed(1)} s`, progress: seenMs / dwellMs }
}
