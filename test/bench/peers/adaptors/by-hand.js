import { watchClicks } from '../../references/clicks.js'
import { gather } from '../../references/gather.js'
import { watchNaively } from '../../references/naive.js'

/** What a shop writes itself where its tracker watches no tiles. */
export function watchTiles(seen, dwellMs) {
  watchNaively(gather(seen), dwellMs)
}

export { watchClicks }
