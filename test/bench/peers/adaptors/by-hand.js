import { watchClicks } from '../../references/clicks.js'
import { gather } from '../../references/gather.js'
import { watchNaively } from '../../references/naive.js'

/** The code of a shop whose tracker watches no tiles. */
export function watchTiles(seen, dwellMs) {
  watchNaively(gather(seen), dwellMs)
}

export { watchClicks }
