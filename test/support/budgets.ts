/*
 * The limits of the tag's cost, in one place: what was measured when the limit was set, and the limit. Counts, so that a busy machine changes
 * nothing. The sizes of the files stand in .size-limit.mjs. A limit is only ever lowered; whoever has to raise one
 * says why in the changelog.
 */

/** A count in a browser, and its limit. */
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
  /** Length of all their addresses. `seq` is 22 to 24 bytes of each. */
  bytes: { measured: 3_652, limit: 3_700 },
} satisfies Record<string, Budget>

/** Loading and starting on a page without a list, until the visit is reported. */
export const start = {
  /** Calls of the tag's functions. */
  calls: { measured: 793, limit: 800 },
  /** The same as a multiple of the least that keeps what it sends: test/bench/references/keeping.js. */
  callsToFloor: { measured: 21.4, limit: 22 },
  /** Cookies read after one was written, for which the main thread waits for another process. */
  cookiesReadBack: { measured: 0, limit: 0 },
  /** Opened for what lives as long as the tab, for which it waits, too. */
  tabStorage: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** On the page of the walk, once all has been reported. */
export const idle = {
  listeners: { measured: 18, limit: 18 },
  observers: { measured: 4, limit: 4 },
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
  hitTestsPerSecond: { measured: 3.4, limit: 6 },
  styles: { measured: 0, limit: 5 },
  /** Layouts that the browser had to make before its time. */
  forcedLayouts: { measured: 0, limit: 0 },
} satisfies Record<string, Budget>

/** 2,000 tiles scrolled through, as a multiple of what 500 ask: 4 would be linear, and 4.59 grows with an exponent of 1.1. */
export const scrollGrowth = {
  observes: { measured: 3.97, limit: 4.59 },
  /** As for the scroll of 1,000; of an observer on every tile it grows with the square. */
  watched: { measured: 2.9, limit: 4.59 },
  watchedAtOnce: { measured: 1, limit: 1.2 },
  /** 4.2 in Chromium, the most in Firefox. */
  reads: { measured: 4.41, limit: 4.59 },
  places: { measured: 3.8, limit: 4.59 },
  /** Searches of the whole page, on the 2,000: 35 as a rule, and more where the parser gives the page out in more parts. */
  queries: { measured: 124, limit: 200 },
  /** Those of the scroll itself. */
  queriesOfScroll: { measured: 0, limit: 5 },
} satisfies Record<string, Budget>

/** 10,000 tiles of which one window is seen. */
export const loaded = {
  observes: { measured: 66, limit: 100 },
  readsPerTile: { measured: 0.03, limit: 0.06 },
  /** As above. */
  queries: { measured: 29, limit: 58 },
  places: { measured: 110, limit: 220 },
} satisfies Record<string, Budget>

/** A hundred tiles appended to a hundred, 19 times, out of the window, while the page moves: for each tile. */
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

/** 1,000 tiles drawn again 20 times, of which those in the window were reported: for each time. */
export const drawnAgain = {
  observesEach: { measured: 0, limit: 5 },
  watchedAtOnce: { measured: 49, limit: 98 },
  readsEach: { measured: 95, limit: 130 },
  queriesEach: { measured: 7, limit: 9 },
  placesEach: { measured: 0, limit: 5 },
  hitTests: { measured: 0, limit: 5 },
} satisfies Record<string, Budget>

/** One of 1,000 tiles is pressed, and a cart button in it; nowhere a variant or a quantity is marked. */
export const presses = {
  readsOfClick: { measured: 55, limit: 110 },
  readsOfCart: { measured: 78, limit: 156 },
} satisfies Record<string, Budget>

/** Six jumps through 1,000 tiles, at each of which 32 are waited for. */
export const jumps = {
  /** While tiles wait, some times in a second at one to three points, however many tiles there are. */
  hitTestsPerSecond: { measured: 2, limit: 5 },
  observesPerJump: { measured: 96, limit: 130 },
  placesPerJump: { measured: 153, limit: 200 },
} satisfies Record<string, Budget>

/** The same, counted in calls of the tag's functions. */
export const scrollCalls = {
  perTile: { measured: 97, limit: 115 },
} satisfies Record<string, Budget>

/** A press on a product that was seen, as such: until its event is written, sent, answered and forgotten. */
export const click = {
  /** Calls of the tag's functions, with nothing remembered of the page: on a fast machine some 50 less. */
  calls: { measured: 874, limit: 880 },
  /** Attributes read, and selectors tried on elements. */
  reads: { measured: 98, limit: 98 },
  /** Searches of the tile, and of what is around it. */
  queries: { measured: 1, limit: 1 },
  places: { measured: 0, limit: 0 },
  hitTests: { measured: 0, limit: 0 },
  styles: { measured: 0, limit: 0 },
  /** Cookies read or written. */
  cookies: { measured: 2, limit: 2 },
  /** Entries of storages read or written. */
  entries: { measured: 2, limit: 2 },
  /** One that writes the event, one that forgets it. */
  transactions: { measured: 2, limit: 2 },
} satisfies Record<string, Budget>
