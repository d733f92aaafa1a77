import fc from 'fast-check'
import { errorsOf } from '../support/fixtures/page-errors.ts'
import { expect, test } from '../support/fixtures/shop.ts'

/** The minimum number of random values in total; `SVC_EVENTS` sets another number. */
const VALUES = Number(process.env.SVC_EVENTS ?? 4_000)

/** How many are passed to the page at a time: one list of calls, one set of elements. */
const BATCH = 1_000

/** The number of pages with random settings. */
const PAGES = 20

/** Except URLs, because requests to arbitrary hosts could not be checked. */
const settingNames =
  'siteKey apiKey consent respectGpc tcfPurposes scrubUrl scrubSearch scrubAlso createUserId visitTimeoutMs impressions dataLayer map scriptClicks requestIdHeaders browseHeaders strictFields maxUrlBytes trackerCors trackerDropsRepeats debug inspect'.split(
    ' ',
  )

const actions = ['visitor', 'search', 'PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order']
const members =
  'pid qty price query page facets products pids_list variantId orderId __proto__'.split(' ')
const marks =
  'query page request-id total start product variant click ignore search facet position value selected cart qty price order line events'.split(
    ' ',
  )

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1,5',
    '12.50',
    'P1',
    '[]',
    '{"action":"order"}',
    '\ud800',
    '%E9%',
    'nil',
  ),
)
const value = fc.oneof(
  text,
  fc.double(),
  fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }),
  fc.array(text, { maxLength: 3 }),
)

/** Plain data, so that it can be passed to the page. */
const call = fc.tuple(
  fc.oneof(fc.constantFrom(...actions), text),
  fc.oneof(fc.dictionary(fc.constantFrom(...members), value, { noNullPrototype: true }), value),
)
const block = fc.oneof(
  fc
    .array(call, { maxLength: 3 })
    .map((events) => events.map(([action, data]) => ({ action, data }))),
  fc.jsonValue(),
)
const element = fc.record({
  tag: fc.constantFrom('div', 'li', 'a', 'button', 'form', 'input', 'select', 'script'),
  marks: fc.dictionary(fc.constantFrom(...marks), text, {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
  inner: fc.oneof(
    text,
    block.map((events) => JSON.stringify(events)),
  ),
})
const setting = fc.dictionary(fc.constantFrom(...settingNames), value, {
  minKeys: 3,
  maxKeys: 12,
  noNullPrototype: true,
})

interface Input {
  readonly calls: [unknown, unknown][]
  readonly elements: { tag: string; marks: Record<string, string>; inner: string }[]
  readonly settings: Record<string, unknown>[]
}

type Said = Pick<Input, 'calls' | 'settings'>

/** Runs in the page: makes the calls, and returns the errors that were thrown. */
function say({ calls, settings }: Said): string[] {
  const { svc } = window as unknown as {
    svc: Record<'track' | 'init' | 'context' | 'identify', (...args: unknown[]) => unknown>
  }
  const faults: string[] = []
  const attempt = (task: () => void) => {
    try {
      task()
    } catch (fault) {
      faults.push(String(fault))
    }
  }
  for (const [action, data] of calls) attempt(() => svc.track(action, data))
  for (const given of settings) attempt(() => svc.init(given))
  for (const [list] of calls.slice(0, 20)) attempt(() => svc.context(list))
  return faults
}

/** Runs in the page: adds the elements, presses them, and removes them again. */
async function show(elements: Input['elements']) {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const main = document.querySelector('main') as HTMLElement
  const made = elements.map(({ tag, marks: carried, inner }) => {
    const child = document.createElement(tag)
    if (tag === 'script') child.setAttribute('type', 'application/json')
    // A form whose submission does nothing.
    if (tag === 'form') child.setAttribute('method', 'dialog')
    for (const [name, written] of Object.entries(carried)) {
      child.setAttribute(`data-svc-${name}`, written)
    }
    child.append(inner)
    return child
  })
  for (const [index, child] of made.entries()) {
    const before = index % 3 ? made[index - 1] : undefined
    const parent = before && before.tagName !== 'SCRIPT' ? before : main
    parent.append(child)
  }
  await pause(50)
  for (const child of made) child.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await pause(20)
  main.replaceChildren()
}

const isTheEnd = ({ data }: { data: unknown }) =>
  (data as { query?: string } | null)?.query === 'the end of it'

test('random input throws no errors in the page and sends nothing malformed', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000 + VALUES * 20)
  const errors = errorsOf(page)
  const attributes = {
    'data-record-bots': 'true',
    'data-impressions': 'load',
    'data-script-clicks': 'true',
  }
  const stay = `<script>addEventListener('submit', (event) => event.preventDefault())</script>`
  shop.page('/page.html', `<!doctype html>${stay}${shop.tag(attributes)}<main></main>`)
  await shop.open('/page.html')
  await shop.waitFor('visitor')

  const sample = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number, seed: number) =>
    fc.sample(arbitrary, { numRuns, seed })
  for (let batch = 0; batch < VALUES / BATCH; batch += 1) {
    const calls = sample(call, BATCH / 2, batch) as Input['calls']
    const settings = sample(setting, 20, batch)
    expect(await page.evaluate(say, { calls, settings } as never)).toEqual([])
    await page.evaluate(show, sample(element, BATCH / 2 - 20, batch))
  }

  // A valid last event shows that everything before it has been processed.
  const end: Said = { calls: [['search', { query: 'the end of it' }]], settings: [] }
  await page.evaluate(say, end as never)
  await expect
    .poll(async () => (await shop.received('search')).some(isTheEnd), { timeout: 90_000 })
    .toBe(true)
  expect(errors).toEqual([])
  const bad = (await shop.received()).filter(({ isGood }) => !isGood)
  expect(bad.slice(0, 3).map(({ action, reasons, data }) => ({ action, reasons, data }))).toEqual(
    [],
  )
})

/** Runs in the page: creates frames that each start with their own settings and make some calls; returns the errors that were thrown. */
async function begin({ begun, url }: { begun: (Said & { own: object })[]; url: string }) {
  const faults: string[] = []
  const frames = begun.map(({ own, calls }) => {
    const frame = document.createElement('iframe')
    frame.onload = () => {
      const inside = frame.contentWindow as unknown as Window & {
        svc: Record<'track' | 'init', (...args: unknown[]) => unknown>
      }
      inside.addEventListener('error', ({ message }) => faults.push(message))
      inside.addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
      try {
        inside.svc.init({ ...own, trackerUrl: url, recordBots: true })
        for (const [action, data] of calls) inside.svc.track(action, data)
        inside.svc.track('search', { query: 'begun' })
      } catch (fault) {
        faults.push(String(fault))
      }
    }
    frame.src = '/frame.html'
    return frame
  })
  const loads = frames.map(
    (frame) => new Promise((resolve) => frame.addEventListener('load', resolve)),
  )
  document.body.append(...frames)
  await Promise.all(loads)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  for (const frame of frames) frame.remove()
  return faults
}

test('with random settings, nothing is thrown and nothing malformed is sent', async ({
  page,
  shop,
}) => {
  const errors = errorsOf(page)
  shop.page(
    '/frame.html',
    '<!doctype html><script src="/svc.js"></script><p data-svc-product="P1">One</p>',
  )
  shop.page('/page.html', '<!doctype html><body></body>')
  await shop.open('/page.html')
  const FRAMES = 20
  for (let batch = 0; batch < PAGES / FRAMES; batch += 1) {
    const starts = fc.tuple(setting, fc.array(call, { maxLength: 5 }))
    const begun = fc
      .sample(starts, { numRuns: FRAMES, seed: batch })
      .map(([own, calls], index) => ({
        // Every second page has the correct key, so that it does start.
        own: index % 2 ? { ...own, siteKey: shop.keys.siteKey } : own,
        calls,
      }))
    expect(await page.evaluate(begin, { begun, url: shop.url } as never)).toEqual([])
  }
  await expect.poll(async () => (await shop.received('search')).length).toBeGreaterThan(0)
  expect(errors).toEqual([])
  const reasons = (await shop.received()).flatMap((event) => event.reasons)
  // A random site key is unknown; everything else must be valid.
  expect(reasons.filter((reason) => !reason.startsWith('SvcKey'))).toEqual([])
})
