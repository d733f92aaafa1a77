import fc from 'fast-check'
import { expect, test } from '../support/shop.ts'

/** At least so many random values altogether. */
const VALUES = 20_000

/** How many go into the page at a time: one list of calls, one set of elements. */
const BATCH = 1_000

const actions = ['visitor', 'search', 'PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order']
const members = [
  'pid',
  'qty',
  'price',
  'query',
  'page',
  'facets',
  'products',
  'pids_list',
  'variantId',
  'orderId',
  '__proto__',
]
const marks = [
  'query',
  'page',
  'request-id',
  'total',
  'start',
  'product',
  'variant',
  'click',
  'ignore',
  'search',
  'facet',
  'position',
  'value',
  'selected',
  'cart',
  'qty',
  'price',
  'order',
  'line',
  'events',
]

/** The local tracker refuses control characters, which the tag passes on as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const printable = (written: string) => written.replace(/[\u0000-\u001f\u007f]/g, ' ')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(printable),
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

/** Plain data, so that it can travel into the page. */
const call = fc.tuple(
  fc.oneof(fc.constantFrom(...actions), text),
  fc.oneof(fc.dictionary(fc.constantFrom(...members), value, { noNullPrototype: true }), value),
)
const element = fc.record({
  tag: fc.constantFrom('div', 'li', 'a', 'button', 'form', 'input', 'select', 'script'),
  marks: fc.dictionary(fc.constantFrom(...marks), text, {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
  inner: text,
})
const setting = fc.dictionary(
  fc.constantFrom(
    'siteKey',
    'trackerUrl',
    'impressions',
    'consent',
    'visitTimeoutMs',
    'maxUrlBytes',
    'scrubUrl',
    'tcfPurposes',
    'debug',
    'requestIdHeaders',
  ),
  value,
  { noNullPrototype: true },
)

interface Input {
  readonly calls: [unknown, unknown][]
  readonly elements: { tag: string; marks: Record<string, string>; inner: string }[]
  readonly settings: Record<string, unknown>[]
}

type Said = Pick<Input, 'calls' | 'settings'>

/** Runs in the page: makes the calls, and gives what was thrown. */
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

/** Runs in the page: puts the elements into it, presses them, and takes them out again. */
async function show(elements: Input['elements']) {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const main = document.querySelector('main') as HTMLElement
  const made = elements.map(({ tag, marks: carried, inner }) => {
    const child = document.createElement(tag)
    if (tag === 'script') child.setAttribute('type', 'application/json')
    // A form that goes nowhere.
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

test('whatever a page writes or says, nothing is thrown into it and nothing malformed leaves', async ({
  page,
  shop,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
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

  // A last event that is well formed shows that everything before it had its chance.
  const end: Said = { calls: [['search', { query: 'the end of it' }]], settings: [] }
  await page.evaluate(say, end as never)
  await expect
    .poll(async () => (await shop.received('search')).some(isTheEnd), { timeout: 40_000 })
    .toBe(true)
  expect(errors).toEqual([])
  const bad = (await shop.received()).filter(({ isGood }) => !isGood)
  expect(bad.slice(0, 3).map(({ action, reasons, data }) => ({ action, reasons, data }))).toEqual(
    [],
  )
})
