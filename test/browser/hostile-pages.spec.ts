import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  brokenPages,
  builtNames,
  clobberedPages,
  type HostilePage,
  type Known,
  pollutedPages,
  samplePages,
} from '../support/fakes/hostile-pages.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

interface Outcome {
  /** Whether the list was reported as seen, and the click on it. */
  readonly isTold: boolean
  readonly told: readonly string[]
  readonly notices: readonly string[]
  readonly errors: readonly string[]
}

/** In the driver page; see `test/fixtures/hostile/driver.js`. */
declare const known: (names: readonly string[]) => Known
declare const playAll: (
  pages: readonly HostilePage[],
  files: readonly string[],
) => Promise<Outcome[]>

const TAG = { 'data-record-bots': '', 'data-impressions': 'load', 'data-script-clicks': '' }

const { folder, files } = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as {
  readonly folder: string
  readonly files: Readonly<Record<string, object>>
}

/** The tag of a release, which the browser caches: requesting it each time took a third of the duration of these tests. */
const RELEASE = `/${folder}/svc.js`

const driver = readFileSync(new URL('../fixtures/hostile/driver.js', import.meta.url), 'utf8')

async function openDriver(shop: Shop) {
  shop.page('/driver.js', driver, { headers: { 'content-type': 'text/javascript' } })
  shop.page('/driver.html', '<!doctype html><script src="/driver.js"></script><body>')
  const list = `<ul data-svc-page='c:"a"'><li data-svc-product="P"><a id="the-link" href="#x">One</a></li></ul>`
  shop.page(
    '/hostile-frame.html',
    `<!doctype html><script>parent.begin(window)</script><body><script>parent.show(window)</script>${list}${shop.tag(TAG).replace(' async', '').replace('/svc.js', RELEASE)}`,
    { headers: { 'content-type': 'text/html', 'cache-control': 'max-age=3600' } },
  )
  await shop.open('/driver.html')
}

/** Without these built-ins, no promise can be kept or handled: that of `svc.ready` rejects, in addition to the warning. */
const REJECTS = /^(Array\.prototype\.push|Promise\.prototype\.then|Math\.max) /

/** With it, no promise on the page settles with an object, so no response of `fetch` and no part arrives. */
const SETTLES_NOTHING = 'Object.prototype.then = function'

/** Without these, the tag finds no settings on its script element, and waits for `svc.init`. */
const WAITS =
  /^(Document|HTMLScriptElement|Document\.prototype\.currentScript|HTMLElement\.prototype\.dataset) /

/** A wrong result without an error: functions that return nothing, and missing properties, which are read as `undefined`. */
const LIES =
  / returns nothing$|^((Map|Set)\.prototype\.size|URL\.prototype\.origin|HTMLElement\.prototype\.onload) is missing$/

const outcomesOf = (page: Page, pages: readonly HostilePage[]) =>
  page.evaluate(([list, needed]) => playAll(list, needed), [
    pages,
    Object.keys(files).map((file) => `/${folder}/${file}`),
  ] as const)

/** Runs pages, and expects no uncaught error on any. Returns those that neither reported everything nor gave a warning. */
async function silentOf(page: Page, pages: readonly HostilePage[]) {
  const outcomes = await outcomesOf(page, pages)
  const found = pages.map(({ what }, index) => ({ what, ...(outcomes[index] as Outcome) }))
  expect(found.filter(({ what, errors }) => errors.length && !REJECTS.test(what))).toEqual([])
  return found.filter(
    ({ what, isTold, notices }) => !isTold && !notices.length && !what.includes(SETTLES_NOTHING),
  )
}

/** How many pages of each kind to run: half a minute on two idle cores. `SVC_HOSTILE_PAGES=2000` runs all of them. */
const COUNT = Number(process.env.SVC_HOSTILE_PAGES ?? 100)

/** The seed for choosing the pages. `SVC_HOSTILE_SEED` chooses others. */
const SEED = Number(process.env.SVC_HOSTILE_SEED ?? 32)

const draw = { count: COUNT, seed: SEED }

test.setTimeout(600_000 + COUNT * 500)

// One at a time: the frames of one page keep two cores busy.
test.describe.configure({ mode: 'default' })

test('an element that clobbers any name of document, window or a form changes nothing', async ({
  page,
  shop,
}) => {
  await openDriver(shop)
  const names = builtNames()
  const all = clobberedPages(await page.evaluate((built) => known(built), names), names)
  expect(all.length).toBeGreaterThan(400)
  const pages = samplePages(all, draw)
  const outcomes = await outcomesOf(page, pages)
  const harmed = outcomes.flatMap((outcome, index) =>
    outcome.isTold && !outcome.errors.length && !outcome.notices.length
      ? []
      : { what: pages[index]?.what, ...outcome },
  )
  expect(harmed).toEqual([])
})

test('with any member on Object.prototype, the events are sent or one warning says why not', async ({
  page,
  shop,
}) => {
  await openDriver(shop)
  const all = pollutedPages(builtNames())
  expect(all.length).toBeGreaterThan(1_600)
  const pages = samplePages(all, draw)
  const silent = await silentOf(page, pages)
  // This member on every object also sets the browser's own signal: the shopper refuses.
  expect(silent.filter(({ what }) => !what.includes('globalPrivacyControl'))).toEqual([])
})

test('with any built-in missing or broken, the events are sent or one warning says why not', async ({
  page,
  shop,
}) => {
  await openDriver(shop)
  const all = brokenPages(await page.evaluate((built) => known(built), builtNames()))
  expect(all.length).toBeGreaterThan(700)
  const pages = samplePages(all, draw)
  const silent = await silentOf(page, pages)
  expect(silent.filter(({ what }) => !LIES.test(what) && !WAITS.test(what))).toEqual([])
})
