import type { Timestamp } from '../brand'
import type { Cancel, Clock } from '../platform/clock'
import type { Observe } from '../platform/observers'
import { canBeSeen } from '../platform/sight'
import { createCover } from './cover'
import type { Tiles } from './tile-order'
import { createTileWindow, type TileWindow } from './tile-window'

/** Tiles that come due within this time are judged together. */
const TOGETHER_MS = 100

/** How long it is waited for the browser to say something anyhow, which is the time to judge them, until it is asked to. */
const WAIT_MS = 50

/** A tile that cannot be seen is looked at again after 2, 4 and from then on 8 dwells. */
const PATIENCE = 8

/** When a tile counts as seen: this share of it, or of the window if that is smaller, for so long. */
export interface SeenRule {
  readonly ratio: number
  readonly dwellMs: number
}

export interface SeenDeps extends SeenRule {
  readonly observe: Observe
  /** Something that is always in the page. */
  readonly root: Element
  readonly clock: Clock
  /** Every tile of the page, in the order of the document. */
  readonly all: () => Tiles
  /** A tile of each list that is in the window. To be asked right after a layout. */
  readonly heads: () => readonly Element[]
  /** The product that a tile shows. */
  readonly pidOf: (tile: Element) => string | undefined
  /** Which of some tiles are worth waiting for. */
  readonly wanted: (tiles: readonly Element[]) => readonly Element[]
  /** Hears tiles that were seen; each once, until it is added again. */
  readonly onSeen: (tiles: readonly Element[]) => void
}

/** Tells which tiles a person saw. */
export interface Seen extends Pick<TileWindow, 'add' | 'drop' | 'sweep' | 'moved'> {
  /** Since when a tile has been in sight; `undefined` when it is not, or cannot be seen. */
  readonly since: (tile: Element) => Timestamp | undefined
  /** Tiles near the window that wait to be seen, each with what they wait for. */
  readonly unseen: () => readonly (readonly [tile: Element, reason: string])[]
  /** Something may have come to light, or been covered. */
  readonly changed: () => void
  /** What is in sight has to stay for the whole time again. */
  readonly restart: () => void
  readonly stop: () => void
}

/** A tile in sight. */
interface Stay {
  readonly since: Timestamp
  /** When it is looked at. */
  readonly at: number
  /** What it showed when it came; with another product its time begins anew. */
  readonly pid: string | undefined
  /** Dwells until it is looked at: 1 as long as it can be seen, for all that is known. */
  readonly dwells: number
}

/** Starts with no tile. One timer serves all tiles, and none runs while nothing is in sight. */
export function createSeen(deps: SeenDeps): Seen {
  const { dwellMs, root, clock, pidOf } = deps
  const stays = new Map<Element, Stay>()
  /** Seen long enough when they left, of those that the browser is speaking of. */
  const left: Element[] = []
  const cover = createCover(clock, dwellMs)
  let armedFor = Number.POSITIVE_INFINITY
  let cancelJudging: Cancel | undefined

  const layout = deps.observe(0, () => {
    layout.unwatch(root)
    judge()
    nearby.laidOut()
  })

  const nearby = createTileWindow({
    ...deps,
    onSight(tile, isIn) {
      if (!isIn) return leave(tile)
      cover.came()
      begin(tile)
    },
    onLost: (tile) => stays.delete(tile),
    onSaid() {
      tell(left.splice(0))
      if (clock.now() < armedFor + TOGETHER_MS) return arm()
      nearby.extend()
      judge()
    },
    askLayout: () => layout.watch(root),
  })

  /** The timer may be late, on a busy page; the time in sight was long enough all the same. */
  function leave(tile: Element) {
    const stay = stays.get(tile)
    if (stay && stay.at <= clock.now() && isSeen([tile, stay])) left.push(tile)
    stays.delete(tile)
  }

  function begin(tile: Element, dwells = 1) {
    const since = clock.now()
    if (!stays.size) cover.rest()
    stays.set(tile, { since, at: since + dwells * dwellMs, pid: pidOf(tile), dwells })
  }

  /** When a tile comes due next, or it is to be noticed before that what lies over those in sight. */
  function nextLook() {
    const sureUntil = cover.sureUntil()
    const looks = [...stays.values()].map(({ at, dwells }) =>
      dwells > 1 ? at : Math.min(at, sureUntil),
    )
    return Math.min(...looks)
  }

  /** Sees to it that it is looked then. */
  function arm() {
    // Nothing that came into sight since is looked at before that.
    if (armedFor <= clock.now() + cover.sureMs) return
    const next = nextLook()
    if (armedFor <= next) return
    disarm()
    armedFor = next
    cancelJudging = clock.schedule(lookSoon, next - clock.now() + TOGETHER_MS + WAIT_MS)
  }

  function disarm() {
    cancelJudging?.()
    armedFor = Number.POSITIVE_INFINITY
  }

  function lookSoon() {
    // What it was for has gone, as in a list that is drawn again and again; a look would cost a frame.
    if (nextLook() > clock.now()) {
      disarm()
      return arm()
    }
    nearby.extend()
    layout.watch(root)
  }

  function judge() {
    disarm()
    const now = clock.now()
    cover.look([...stays.keys()]).forEach(beginCovered)
    const due = [...stays].filter(([, { at }]) => at <= now)
    tell(due.filter(isSeen).map(([tile]) => tile))
    arm()
  }

  function beginCovered(tile: Element) {
    if (stays.get(tile)?.dwells === 1) begin(tile, 2)
  }

  function tell(tiles: readonly Element[]) {
    tiles.forEach(nearby.drop)
    deps.onSeen(tiles)
  }

  function isSeen([tile, { pid, dwells }]: [Element, Stay]): boolean {
    const isOpen = canBeSeen(tile) && !cover.isOver(tile)
    if (isOpen && dwells === 1 && pid === pidOf(tile)) return true
    // Come to light since, or another product: its time begins only now.
    begin(tile, isOpen ? 1 : Math.min(PATIENCE, dwells * 2))
    return false
  }

  return {
    add(tiles, isAll) {
      nearby.add(tiles, isAll)
      for (const [tile, { pid }] of stays) if (pid !== pidOf(tile)) begin(tile)
      arm()
    },
    drop: nearby.drop,
    sweep: nearby.sweep,
    moved: nearby.moved,
    since(tile) {
      const { since, dwells } = stays.get(tile) ?? {}
      return dwells === 1 ? since : undefined
    },
    unseen: () => nearby.observed().map((tile) => [tile, 'not seen long enough']),
    changed() {
      cover.doubt()
      for (const [tile, { dwells }] of stays) if (dwells > 1) begin(tile)
      arm()
      nearby.changed()
    },
    restart() {
      nearby.restart()
      disarm()
    },
    stop() {
      nearby.stop()
      layout.stop()
      disarm()
    },
  }
}
