import { type Browser, expect, test } from '@playwright/test'
import { startPlantedShop } from '../planted-shop.ts'

/*
 * Silence has a meaning: over generated pages, if something that a shopper does is not counted or counted wrongly, svc.audit() or
 * svc.explain() names it; and on a page without a fault, the audit names nothing. SILENCE_PAGES=10000 runs the long version.
 */

const PAGES = Number(process.env.SILENCE_PAGES ?? 40)

test.describe.configure({ timeout: 120_000 + PAGES * 2_000 })

/** What one generated page lost without a word, or what was named although nothing was wrong. */
interface Verdict {
  readonly seed: number
  readonly faults: readonly string[]
  readonly problem: string
}

/** Runs in the page: generates pages from seeds, acts as a shopper on each, and compares what the tag reported. */
async function runPages({ from, to }: { from: number; to: number }) {
  const { svc } = window
  await svc.ready
  let seen: { action: string; data: Record<string, unknown> }[] = []
  svc.on('event', ({ action, data }) => seen.push({ action, data: { ...data } }))
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  const createRandom = (seed: number) => {
    let state = seed * 2_654_435_761 + 1
    return (below: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e37_79b9) | 0
      return Math.abs(state ^ (state >>> 13)) % below
    }
  }
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
  const set = (selector: string, name: string, value: string | undefined) => {
    const element = find(selector)
    if (value === undefined) element?.removeAttribute(name)
    else element?.setAttribute(name, value)
  }
  const rename = (selector: string, name: string, other: string) => {
    const element = find(selector)
    const value = element?.getAttribute(name)
    if (value === null || value === undefined) return
    element.removeAttribute(name)
    element.setAttribute(other, value)
  }

  const faults: Record<string, (list: string) => void> = {
    'empty tile': () => set('#t1', 'data-svc-product', ''),
    'unrendered tile': () => set('#t1', 'data-svc-product', '{{ id }}'),
    'undefined tile': () => set('#t2', 'data-svc-product', 'undefined'),
    'null tile': () => set('#t3', 'data-svc-product', 'null'),
    'misspelt tile': () => rename('#t1', 'data-svc-product', 'data-svc-prodct'),
    'tile without prefix': () => rename('#t1', 'data-svc-product', 'svc-product'),
    'id twice': () =>
      set('#t2', 'data-svc-product', find('#t1').getAttribute('data-svc-product') ?? ''),
    'nested tiles': () => find('#t1').append(find('#t2')),
    'no list': (list) => set('#list', list, undefined),
    'empty list': (list) => set('#list', list, ''),
    'unrendered list': (list) => set('#list', list, '<%= list %>'),
    'misspelt list': (list) => rename('#list', list, `${list}s`),
    'encoded page': () => {
      set('#list', 'data-svc-query', undefined)
      set('#list', 'data-svc-page', 'categoryPath%3A%22Men%22')
    },
    'page without field': () => {
      set('#list', 'data-svc-query', undefined)
      set('#list', 'data-svc-page', 'Men > Shoes')
    },
    'page with a count': () => {
      set('#list', 'data-svc-query', undefined)
      set('#list', 'data-svc-page', 'categoryPath:"Shoes (12)"')
    },
    'query and page': () => {
      set('#list', 'data-svc-query', 'other')
      set('#list', 'data-svc-page', 'brand:"other"')
    },
    'cart without product': () => {
      set('#cart', 'data-svc-cart', '')
      find('#outside').append(find('#cart'))
    },
    'unrendered cart': () => set('#cart', 'data-svc-cart', '[object Object]'),
    'misspelt cart': () => rename('#cart', 'data-svc-cart', 'data-svc-crt'),
    'half a piece': () => set('#qty', 'value', '1.5'),
    'pieces in words': () => set('#qty', 'value', 'two'),
    'no pieces': () => set('#qty', 'value', '0'),
    'nameless facet': () => set('#facet', 'data-svc-facet', ''),
    'unrendered facet': () => set('#facet', 'data-svc-facet', 'null'),
    'facet without values': () => {
      for (const option of document.querySelectorAll('#facet [data-svc-value]'))
        option.removeAttribute('data-svc-value')
    },
    'value with a count': () => set('#red', 'data-svc-value', 'Red (10)'),
    'misspelt value': () => rename('#red', 'data-svc-value', 'data-svc-vaule'),
    'misspelt facet': () => rename('#facet', 'data-svc-facet', 'data-svc-facett'),
    'search without a field': () => find('#words').setAttribute('type', 'checkbox'),
    'misspelt search': () => rename('#search', 'data-svc-search', 'data-svc-serch'),
    'ignored tile': () => set('#t1', 'data-svc-ignore', ''),
    'dead cart': () => set('#cart', 'aria-disabled', 'true'),
  }

  const html = (seed: number, list: string) =>
    `<form id="search" data-svc-search onsubmit="return false"><input id="words" name="q" aria-label="Search" value="words ${seed}"></form>
    <p id="outside"></p>
    <div id="list" ${list}='${list === 'data-svc-query' ? `query ${seed}` : `brand:"b${seed}"`}'>
      <fieldset id="facet" data-svc-facet="color"><label><input id="red" type="checkbox" data-svc-value="Red"> Red</label><label><input type="checkbox" data-svc-value="Blue"> Blue</label></fieldset>
      ${[1, 2, 3].map((n) => `<div id="t${n}" data-svc-product="p${seed}-${n}"><a id="a${n}" href="#${n}">Boot ${n}</a></div>`).join('')}
      <div id="buy" data-svc-product="p${seed}-4"><input id="qty" data-svc-qty value="2"><button type="button" id="cart" data-svc-cart>Add</button></div>
    </div>`

  const ownList = (seed: number, list: string) =>
    list === 'data-svc-query' ? { query: `query ${seed}` } : { page: `brand:"b${seed}"` }

  const fits = (event: Record<string, unknown>, data: object) =>
    Object.entries(data).every(
      ([name, value]) => JSON.stringify(event[name]) === JSON.stringify(value),
    )

  /** What the tag did not report, or reported wrongly. */
  function wrongIn(seed: number, named: object): readonly string[] {
    const red = { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } }
    const expected: readonly (readonly [string, object])[] = [
      ['click', { pid: `p${seed}-1` }],
      ['cart', { pid: `p${seed}-4`, qty: '2' }],
      ['search', { query: `words ${seed}` }],
      ['facets', { ...named, facets: red }],
    ]
    const pids = seen
      .filter(({ action, data }) => action === 'PRODUCT_IMPRESSIONS' && fits(data, named))
      .flatMap(({ data }) => data.pids_list as string[])
    const all = [1, 2, 3, 4].map((n) => `p${seed}-${n}`)
    return [
      ...(pids.sort().join() === all.join() ? [] : ['impressions']),
      ...expected.flatMap(([name, data]) =>
        seen.some((event) => event.action === name && fits(event.data, data)) ? [] : name,
      ),
    ]
  }

  async function act() {
    seen = []
    await rest(60)
    // svc.flush() leaves presses to a later page while the facets part loads. The tag removes a part's script element when it has loaded.
    while (document.querySelector('script[src*="/svc-"]')) await rest(20)
    for (const id of ['#a1', '#cart', '#red']) {
      // As a shopper's press: the tag reads what a facet shows before it changes.
      find(id).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      find(id).click()
    }
    ;(find('#search') as HTMLFormElement).requestSubmit()
    await rest(10)
    await svc.flush()
    await rest(420)
    await svc.flush()
  }

  /** What audit() finds in the page as it is, and what explain() calls lost since an entry. */
  async function namedSince(before: number) {
    const findings = (await svc.audit()).filter(({ rule }) => rule !== 'event-not-counted')
    const lost = (await svc.explain()).filter(
      ({ id, state, reason }) =>
        id > before && /ignored|dropped/.test(state) && reason !== 'counted before',
    )
    return { found: findings.map(({ rule, message }) => `${rule} ${message}`), lost }
  }

  /** Puts the page of a seed into the document. */
  function plant(seed: number) {
    const random = createRandom(seed)
    const list = random(2) ? 'data-svc-query' : 'data-svc-page'
    const names = Object.keys(faults)
    const count = random(4) && 1 + random(2)
    const planted = Array.from({ length: count }, () => names[random(names.length)] ?? '')
    document.body.innerHTML = html(seed, list)
    for (const name of planted) faults[name]?.(list)
    return { list, planted }
  }

  async function judge(seed: number): Promise<readonly Verdict[]> {
    const before = Math.max(0, ...(await svc.explain()).map(({ id }) => id))
    const { list, planted } = plant(seed)
    await act()
    const wrong = wrongIn(seed, ownList(seed, list))
    const { found, lost } = await namedSince(before)
    const isSilent = wrong.length > 0 && found.length + lost.length === 0
    const noise = planted.length > 0 ? [] : [...wrong, ...found]
    const problem = [isSilent ? `lost in silence: ${wrong}` : '', ...noise].filter(Boolean).join()
    return problem ? [{ seed, faults: planted, problem }] : []
  }

  const verdicts: Verdict[] = []
  for (let seed = from; seed < to; seed += 1) {
    verdicts.push(...(await judge(seed)))
  }
  return verdicts
}

/** Settings that decide what is kept and sent, each of which must not make a page silent. */
const setups = [
  '',
  'data-strict-fields',
  `data-map='{"start":{"in":"#list","as":"0"}}'`,
  'data-scrub-search data-max-url-bytes="2000"',
]

/** Pages that are open at once in the long version: each waits most of the time. */
const TABS = PAGES > 1_000 ? 10 : 1

/** The shop: a page for each setting, and a tracker. Served, because a route of Playwright costs more the more requests there were. */
const pages = Object.fromEntries(
  setups.map((setup, place) => [
    `/${place}`,
    {
      tag: `<script async src="/svc/svc.js" data-site-key="SITE" data-tracker-url="/" data-consent="granted" data-record-bots data-script-clicks data-impressions="load" ${setup}></script>`,
      body: '',
    },
  ]),
)
const tracker = { '/v2/1p.jpg': { body: '', file: Buffer.from('') } }

/** Opens the shop's page with a setting and runs the pages of a range in it. */
async function runRange(browser: Browser, url: string, range: { from: number; to: number }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction('window.svc && window.svc.version')
  const verdicts = await page.evaluate(runPages, range)
  await context.close()
  return verdicts
}

test('whatever is lost on generated pages is named, and nothing is named on a correct one', async ({
  browser,
}) => {
  const shop = await startPlantedShop({ ...pages, ...tracker })
  const share = Math.ceil(PAGES / setups.length / TABS)
  try {
    for (const [place, setup] of setups.entries()) {
      const ranges = Array.from({ length: TABS }, (_, tab) => {
        const from = (place * TABS + tab) * share + 1
        return { from, to: from + share }
      })
      const verdicts = await Promise.all(
        ranges.map((range) => runRange(browser, `${shop.url}/${place}`, range)),
      )
      expect(verdicts.flat(), setup).toEqual([])
    }
    const sent = shop.asked.filter((path) => path.startsWith('/v2/1p.jpg'))
    expect(sent.length).toBeGreaterThan(PAGES)
  } finally {
    await shop.close()
  }
})
