import type { InspectedPlace } from '../../inspector-api'

/** The states of a tile in the order of the legend: its name, and a colour that is readable on light and dark photographs. */
export const tiles = {
  unseen: ['not yet seen', '#6e7781'],
  dwelling: ['being seen', '#b26b00'],
  counted: ['counted', '#15803d'],
  clicked: ['clicked', '#1d4ed8'],
  faulty: ['without product or list', '#d1242f'],
  unwatched: ['not watched', '#6e7781'],
} as const

export type TileKind = keyof typeof tiles

export type TileCounts = Readonly<Record<TileKind, number>>

export interface TileState {
  readonly kind: TileKind
  readonly label: string
  /** The elapsed part of the required time, from 0 to 1. */
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
  if (place.isCounted) return plain('counted', '✓ counted')
  if (place.since === undefined) return plain('unseen', 'not yet seen')
  const seenMs = Math.min(dwellMs, now - place.since)
  return { kind: 'dwelling', label: `${(seenMs / 1_000).toFixed(1)} s`, progress: seenMs / dwellMs }
}
