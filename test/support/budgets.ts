/*
 * The limits of the tag's cost, in one place: the value measured when the limit was set, and the
 * limit. All are counts, so that a busy machine changes nothing. The sizes of the files are in
 * .size-limit.mjs. Limits should only be lowered; the changelog explains each one that is raised.
 */

/** A count in a browser, and its limit. */
export interface Budget {
  readonly measured: number
  readonly limit: number
}

/**
 * A typical visit: 24 products seen, a search, a facet, a click, a cart and an order, on three
 * pages. `npm test` measures it in test/browser/budgets.spec.ts.
 */
export const walk = {
  /** One for each event, and no others. */
  requests: { measured: 7, limit: 7 },
  /** The total length of their URLs. `seq` takes 22 to 24 bytes of each, and the order's `ref` 37. */
  bytes: { measured: 3_720, limit: 3_750 },
} satisfies Record<string, Budget>

/** Loading and starting on a page without a list, until the visit is reported. */
export const start = {
  /** Calls of the tag's functions. */
  calls: { measured: 931, limit: 945 },
  /** The same, as a multiple of the smallest tracker that stores its events: bench/references/keeping.js. */
  callsToFloor: { measured: 25.2, limit: 25.6 },
  /** Cookies read after one was written, which makes the main thread wait for another process. */
  cookiesReadBack: { measured: 0, limit: 0 },
  /** Accesses to `sessionStorage`, which also make the main thread wait. */
  tabStorage: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** On the page of the walk, after everything has been reported. */
export const idle = {
  listeners: { measured: 18, limit: 18 },
  observers: { measured: 4, limit: 4 },
  timers: { measured: 0, limit: 0 },
  frames: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** After `svc.stop()`. test/browser/capture/guest.spec.ts checks the same on a page where all watchers are active. */
export const stopped = {
  listeners: { measured: 0, limit: 0 },
  observers: { measured: 0, limit: 0 },
  timers: { measured: 0, limit: 0 },
  frames: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** Scrolling through a list of 1,000 tiles, all of which are reported. */
export const scroll = {
  /** The number of observed elements, summed over all frames, as a share of that with an observer on every tile. */
  watchedToNaive: { measured: 0.1, limit: 0.2 },
  /** The most elements observed at once. */
  watchedAtOnce: { measured: 57, limit: 100 },
  /** Element positions read per tile: two when it counts; the rest finds the position after a jump. */
  placesPerTile: { measured: 1.1, limit: 2 },
  /**
   * Nothing reports that an element has come to cover the tiles, so hit tests are needed. One takes
   * up to a millisecond on a page of 10,000 tiles.
   */
  hitTestsPerSecond: { measured: 3.4, limit: 6 },
  styles: { measured: 0, limit: 5 },
  /** Layouts that the browser had to do early. */
  forcedLayouts: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** Scrolling through 2,000 tiles, as a multiple of 500 tiles: 4 would be linear, and 4.59 is growth with an exponent of 1.1. */
export const scrollGrowth = {
  observes: { measured: 3.97, limit: 4.59 },
  /** As for the scroll of 1,000. With an observer on every tile, it grows with the square. */
  watched: { measured: 2.9, limit: 4.59 },
  watchedAtOnce: { measured: 1, limit: 1.2 },
  /** 4.2 in Chromium; highest in Firefox. */
  reads: { measured: 4.41, limit: 4.59 },
  places: { measured: 3.8, limit: 4.59 },
  /** Searches of the whole page with 2,000 tiles: usually 35, but more if the parser delivers the page in more parts. */
  queries: { measured: 124, limit: 200 },
  /** Searches during the scroll itself. */
  queriesOfScroll: { measured: 0, limit: 5 },
} satisfies Record<string, Budget>

/** 10,000 tiles, of which one window is seen. */
export const loaded = {
  observes: { measured: 66, limit: 100 },
  readsPerTile: { measured: 0.03, limit: 0.06 },
  /** As above. */
  queries: { measured: 29, limit: 58 },
  places: { measured: 110, limit: 220 },
} satisfies Record<string, Budget>

/** A hundred tiles appended to a hundred, 19 times, outside the window while the page moves: per tile. */
export const appended = {
  /** As for the scroll. */
  watchedToNaive: { measured: 0.015, limit: 0.03 },
  watchedAtOnce: { measured: 49, limit: 98 },
  observesEach: { measured: 0.005, limit: 0.05 },
  readsEach: { measured: 2.4, limit: 3 },
  queriesEach: { measured: 2, limit: 2.5 },
  placesEach: { measured: 0.3, limit: 0.5 },
  hitTests: { measured: 0, limit: 5 },
} satisfies Record<string, Budget>

/** 1,000 tiles redrawn 20 times, of which those in the window were reported: per redraw. */
export const drawnAgain = {
  observesEach: { measured: 0, limit: 5 },
  watchedAtOnce: { measured: 49, limit: 98 },
  readsEach: { measured: 95, limit: 130 },
  queriesEach: { measured: 7, limit: 9 },
  placesEach: { measured: 0, limit: 5 },
  hitTests: { measured: 0, limit: 5 },
} satisfies Record<string, Budget>

/** A press on one of 1,000 tiles, and on a cart button in it; no variant or quantity is marked. */
export const presses = {
  readsOfClick: { measured: 55, limit: 110 },
  readsOfCart: { measured: 78, limit: 156 },
} satisfies Record<string, Budget>

/** Six jumps through 1,000 tiles, each of which leaves 32 tiles waiting. */
export const jumps = {
  /** While tiles wait: several times a second at one to three points, however many tiles there are. */
  hitTestsPerSecond: { measured: 2, limit: 5 },
  observesPerJump: { measured: 96, limit: 130 },
  placesPerJump: { measured: 153, limit: 200 },
} satisfies Record<string, Budget>

/** The same, counted in calls of the tag's functions. */
export const scrollCalls = {
  perTile: { measured: 97, limit: 115 },
} satisfies Record<string, Budget>

/** A press on a product that was already seen, until its event is stored, sent, answered and removed. */
export const click = {
  /** Calls of the tag's functions, with empty caches; on a fast machine about 50 fewer. */
  calls: { measured: 874, limit: 880 },
  /** Attributes read, and selectors tried on elements. */
  reads: { measured: 98, limit: 98 },
  /** Searches of the tile and of its surroundings. */
  queries: { measured: 1, limit: 1 },
  places: { measured: 0, limit: 0 },
  hitTests: { measured: 0, limit: 0 },
  styles: { measured: 0, limit: 0 },
  /** Cookies read or written. */
  cookies: { measured: 2, limit: 2 },
  /** Entries of storages read or written. */
  entries: { measured: 2, limit: 2 },
  /** One that stores the event, and one that removes it. */
  transactions: { measured: 2, limit: 2 },
} satisfies Record<string, Budget>
