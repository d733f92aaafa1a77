/*
 * What the tag may cost, in one place: what was measured when the limit was set, and the limit. Counts, so that a busy machine changes
 * nothing. The sizes of the files stand in package.json, under "size-limit". A limit is only ever lowered; whoever has to raise one
 * says why in the changelog.
 */

/** What was counted in a browser, and what it may become. */
export interface Budget {
  readonly measured: number
  readonly limit: number
}

/**
 * A visit as most are: 24 products seen, a search, a facet, a click, a cart, an order, on three pages. `npm test` takes it in
 * test/browser/budgets.spec.ts.
 */
export const walk = {
  /** One for each event, and nothing besides. */
  requests: { measured: 7, limit: 7 },
  /** Of all their addresses. */
  bytes: { measured: 3_433, limit: 3_500 },
} satisfies Record<string, Budget>

/** Loading and starting on a page without a list, until the visit is told. */
export const start = {
  /** Calls of the tag's functions. */
  calls: { measured: 782, limit: 810 },
  /** The same as a multiple of the least that keeps what it sends: test/bench/references/keeping.js. */
  callsToFloor: { measured: 21.2, limit: 22 },
  /** Cookies read after one was written, for which the main thread waits for another process. */
  cookiesReadBack: { measured: 1, limit: 1 },
} satisfies Record<string, Budget>

/** On the page of the walk, once all has been told. */
export const idle = {
  listeners: { measured: 17, limit: 17 },
  observers: { measured: 3, limit: 3 },
  timers: { measured: 0, limit: 0 },
  frames: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** After `svc.stop()`; test/browser/capture/guest.spec.ts has the same on a page where all watchers have something under way. */
export const stopped = {
  listeners: { measured: 0, limit: 0 },
  observers: { measured: 0, limit: 0 },
  timers: { measured: 0, limit: 0 },
  frames: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** Scrolling through a list of 1,000 tiles, all of which are reported. */
export const scroll = {
  /** Elements observed, summed over all frames, as a share of an observer's on every tile. */
  watchedToNaive: { measured: 0.1, limit: 0.2 },
  /** The most elements observed at once. */
  watchedAtOnce: { measured: 57, limit: 100 },
  /** Places of elements asked for, for each tile: two when it counts; the rest is for finding one's place after a jump. */
  placesPerTile: { measured: 1.1, limit: 2 },
  /** Something may come to lie over the tiles at any time, and nothing else tells. One costs up to a millisecond on a page of 10,000 tiles. */
  hitTestsPerSecond: { measured: 3.4, limit: 8 },
  styles: { measured: 0, limit: 5 },
  /** Layouts that the browser had to make before its time. */
  forcedLayouts: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** The same, counted in calls of the tag's functions. */
export const scrollCalls = {
  perTile: { measured: 123, limit: 135 },
} satisfies Record<string, Budget>
