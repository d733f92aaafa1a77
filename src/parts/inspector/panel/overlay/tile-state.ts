import type { ListContext } from '../../../../wire/list-and-order'
import type { Timestamp } from '../../../../wire/tracker-event'

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

/** How many tiles are in each state that occurs. */
export type TileCounts = { readonly [Kind in TileKind]?: number }

/** The tag's view of a tile. */
export interface TilePlace {
  readonly list: ListContext | undefined
  /** The product of the tile was counted in its list, on this tile or another one. */
  readonly isCounted: boolean
  /** Since when the tile has been visible without a break. */
  readonly since: Timestamp | undefined
}

export interface TileFacts {
  readonly pid: string
  readonly place: TilePlace | undefined
  readonly isClicked: boolean
  readonly now: number
  readonly dwellMs: number
}

const plain = (kind: TileKind, label: string) => ({ kind, label, progress: 0 })

/** A tile's state and its label; `progress` is the elapsed part of the required time, from 0 to 1. */
export function tileState({ pid, place, isClicked, now, dwellMs }: TileFacts) {
  if (!pid) return plain('faulty', 'no product id')
  if (!place) return plain('unwatched', 'not watched')
  if (!place.list) return plain('faulty', 'in no list')
  if (isClicked) return plain('clicked', '✓ clicked')
  if (place.isCounted) return plain('counted', '✓ counted')
  if (place.since === undefined) return plain('unseen', 'not yet seen')
  const seenMs = Math.min(dwellMs, now - place.since)
  return { ...plain('dwelling', `${(seenMs / 1_000).toFixed(1)} s`), progress: seenMs / dwellMs }
}
