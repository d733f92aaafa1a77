import fc from 'fast-check'
import { readEvent, rules } from 'svc-tag-service'
import { afterAll, expect, test, vi } from 'vitest'
import type { FullPixelSettings } from '../../src/pixel/pixel-settings.ts'
import { EVENT_NAMES, readEvent as readShopifyEvent } from '../../src/pixel/read-shop-event.ts'
import type { StandardEvent } from '../../src/pixel/sandbox-api.ts'
import { UNRENDERED } from '../../src/wire/fields.ts'
import { pixelUrl } from '../../src/wire/pixel-url.ts'
import type { TrackerEvent } from '../../src/wire/tracker-event.ts'
import { adobeLine, adobeWalk } from '../../test/fakes/adobe-sdk.ts'
import { createBrowser } from '../../test/fakes/fake-browser.ts'
import { openPage } from '../../test/fakes/fake-page.ts'
import { importBackend } from '../../test/support/fixtures/backend.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { createApis, evaluate, readTemplate } from '../../test/support/fixtures/template-file.ts'
import { cartData, checkoutData, collectionData, searchData } from '../shopify/index.ts'

/*
 * The service accepts whatever the tag sends: every way in, with values as shops write them and with values that no shop should write. The
 * tag may refuse a value, but what it sends must be good. `SVC_EVENTS=20000 npm run unit -- accepted` runs this many for each way.
 */

const numRuns = Number(process.env.SVC_EVENTS ?? 150)

const SITE = 'SITE'

/** Texts for ids, prices and quantities as templates write them. */
const written = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: -2, max: 2_000 }).map(String),
  fc.double({ min: -1, max: 100_000, noNaN: true }).map(String),
  fc.constantFrom('', ' ', '0', '1.0', '2,00', '$9.50', '1.299,00', '59.970000000000006', '1e21'),
  fc.constantFrom('null', '{{ id }}', '\ud800', 'a|b', '<b>', 'Men>Shoes', '0.1', '-0'),
)

/** Usually a valid value. */
const mostly = <Value>(...good: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: written })

/** Strings, numbers as shops compute them, and other values. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: written },
  { weight: 2, arbitrary: fc.integer({ min: -1, max: 5_000 }) },
  { weight: 2, arbitrary: fc.double() },
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom(3, 7, 1.19, 0.1))
    .map(([one, other]) => one / other),
  fc.constantFrom(null, undefined, true, false, 10n, [], {}, [1], { id: 1 }),
)

/** A number that JSON cannot represent. */
const textOfBigInt = (_key: string, one: unknown) => (typeof one === 'bigint' ? String(one) : one)

/** An object in which each member is optional: any value under the names, or a given one. */
const some = (names: string, given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  fc.record<Record<string, unknown>>(
    { ...Object.fromEntries(names.split(' ').map((name) => [name, value])), ...given },
    { requiredKeys: [] },
  )
const line = some('pid qty price variantId requestId')
const ranked = fc.oneof(value, fc.array(fc.record({ prank: value, val: value }), { maxLength: 3 }))
const facet = some('prank', { selected: ranked, deselected: ranked })
const facets = fc.oneof(value, fc.dictionary(fc.string(), facet, { maxKeys: 3 }))

/** Data of a call or of a server's block, which the same code reads. */
const data = some('query page page_type pid qty price variantId requestId orderId url referrer', {
  pids_list: fc.oneof(value, fc.array(value, { maxLength: 5 })),
  products: fc.oneof(value, fc.array(line, { maxLength: 4 })),
  facets: fc.oneof(facets, fc.constant({ unxFacetsReset: true })),
  autosuggest_data: fc.oneof(
    value,
    some(
      'autosuggest_type autosuggest_suggestion prank unprank field_value field_name src_field internal_query',
    ),
  ),
})
const action = fc.constantFrom(...rules.keys())

const address = { siteKey: SITE, trackerUrl: 'https://t.example' }

/** Why the service refuses requests, each with its URL. */
const refusals = (requests: readonly string[]) =>
  requests.flatMap((request) => {
    const { reasons } = readEvent(new URL(request).search.slice(1), SITE)
    return reasons.length > 0 ? [{ reasons, request: decodeURIComponent(request) }] : []
  })

/** A page of a shopper with an ongoing visit, and everything that it delivers. */
function scene() {
  const delivered: TrackerEvent[] = []
  const page = openPage(createBrowser(), {})
  const { consent, hooks, track, visitor } = page.tag
  page.run(() => {
    hooks.deliver = (event) => void delivered.push(event)
    consent.startConsent(() => {})
    visitor.beginVisit(true, () => {})
  })
  return {
    page,
    track: (name: string, given: unknown) => page.run(() => track.track(name, given)),
    /** The requests for the events since the last time. */
    delivered: () => delivered.splice(0).map((event) => pixelUrl(address, event)),
  }
}

let sent = 0

/** Runs a way in with generated values, on separate pages so that orders count as repeated only for a short time. */
function plays<Given>(
  way: string,
  given: fc.Arbitrary<Given>,
  act: (given: Given) => readonly string[] | Promise<readonly string[]>,
) {
  const title = `${way}: the service finds nothing wrong with what is sent`
  test(title, { timeout: 600_000 }, async () => {
    sent = 0
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const requests = await act(one)
        sent += requests.length
        expect(refusals(requests)).toEqual([])
      }),
      { numRuns },
    )
    // If all values were refused, the test would prove nothing.
    expect(sent).toBeGreaterThan(numRuns / 20)
  })
}

/** Several actions share a page, because creating one takes longer than all of them. */
let shared = scene()
let uses = 0
function fresh() {
  uses += 1
  if (uses % 50 === 0) shared = scene()
  return shared
}

plays('svc.track', fc.array(fc.tuple(action, data), { maxLength: 8 }), (calls) => {
  const { track, delivered } = fresh()
  for (const [name, given] of calls) track(name, given)
  return delivered()
})

const template = readTemplate()

/** Fields of the template's form: strings, and any value that a variable of the container may have. */
const fields = some('query page pid qty price variantId orderId requestId', {
  pids: fc.oneof(
    value,
    fc.array(value, { maxLength: 4 }),
    written.map((id) => `P1, ${id}`),
  ),
  facets,
  products: fc.oneof(
    value,
    fc.array(fc.oneof(line, value), { maxLength: 4 }),
    fc.array(line, { maxLength: 3 }).map((lines) => JSON.stringify(lines, textOfBigInt)),
  ),
})

plays('the template of Tag Manager', fc.tuple(action, fields), ([name, entered]) => {
  const { track, delivered } = fresh()
  const window = { svc: { track: (called: string, given: unknown) => void track(called, given) } }
  const endings: string[] = []
  const apis = createApis(window, () => {})
  evaluate(template.code, {
    require: (called: string) => apis[called],
    data: {
      ...entered,
      command: 'event',
      action: name,
      gtmOnSuccess: () => endings.push('success'),
      gtmOnFailure: () => endings.push('failure'),
    },
  })
  // A tag that reports neither success nor failure blocks the tags that wait for it.
  expect(endings).toHaveLength(1)
  return delivered()
})

/** A tracker for backends that gets responses at once, and its requests since the last time. */
async function openBackend() {
  const file = outputPath('accepted-server.mjs')
  type Backend = typeof import('../../src/server.ts')
  const { createTracker } = await importBackend<Backend>("export * from 'svc-tag/server'", file)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response()
  })
  return { ...createTracker({ ...address, onDrop: () => {} }), asked: () => asked.splice(0) }
}

let backend: ReturnType<typeof openBackend> | undefined
afterAll(() => vi.unstubAllGlobals())

plays('a backend', fc.array(fc.tuple(action, data), { maxLength: 8 }), async (calls) => {
  backend ??= openBackend()
  const { track, flush, asked } = await backend
  const origin = { uid: 'uid-1', visitId: 'visitId-1', visit_type: 'repeat' } as const
  const page = { url: 'https://shop.example/thanks', consent: 'granted' } as const
  for (const [name, given] of calls)
    await track(name as 'cart', given as { pid: string }, { ...origin, ...page }).catch(() => {})
  await flush()
  return asked()
})

/** A text of an attribute, as the tag reads it. */
const asRead = (text: string) => (UNRENDERED.test(text.trim()) ? '' : text.trim())

plays(
  'an order by markup',
  fc.array(
    fc.tuple(mostly('P1', 'P2', '7'), mostly('1', '2.0'), mostly('9.5', '1,234.50'), written),
    { minLength: 1, maxLength: 4 },
  ),
  (texts) => {
    const { page, delivered } = fresh()
    page.run(() => {
      const lines = page.tag.orderLines.parseLines(texts.map((one) => one.map(asRead)))
      if (typeof lines !== 'string') page.tag.orders.recordOrder(undefined, lines, {})
    })
    return delivered()
  },
)

/** A page with dataLayer entries, as the part reads them. */
function layered(entries: readonly unknown[], query = 'red') {
  const { page, track, delivered } = fresh()
  let onEntry: (entry: unknown) => void = () => {}
  const layer = page.run(() =>
    page.tag.dataLayer.createDataLayer({
      rules: {},
      watch(callback) {
        onEntry = callback
        return () => {}
      },
      track: (name, given) => void track(name, given),
      ignore() {},
      elementsWith: () => [],
      composedAncestors: (element) => [element],
      read: () => undefined,
      entries: () => [],
      url: () => `https://shop.example/search?q=${query}`,
      isLate: false,
      isParsed: true,
    }),
  )
  for (const entry of entries) page.run(() => onEntry(entry))
  page.run(layer.flush)
  page.run(layer.stop)
  return delivered()
}

const item = some('item_id item_variant quantity price discount item_list_name index id')
const items = fc.oneof(
  { weight: 5, arbitrary: fc.array(item, { maxLength: 4 }) },
  { weight: 1, arbitrary: value },
)
const name = fc.constantFrom(
  'view_item_list',
  'select_item',
  'add_to_cart',
  'purchase',
  'search',
  'view_search_results',
  'select_content',
)

plays(
  'dataLayer in the form of GA4',
  fc.array(fc.tuple(name, items, value, value), { minLength: 1, maxLength: 5 }),
  (pushed) =>
    layered(
      pushed.map(([event, found, id, term]) => ({
        event,
        search_term: term,
        content_type: 'product',
        content_id: id,
        ecommerce: { items: found, transaction_id: id, item_list_name: term, search_term: term },
      })),
    ),
)

plays(
  'dataLayer in the form of Universal Analytics',
  fc.array(fc.tuple(items, value, value), { minLength: 1, maxLength: 4 }),
  (pushed) =>
    layered(
      pushed.flatMap(([products, id, list]) => [
        { ecommerce: { impressions: products } },
        { event: 'productClick', ecommerce: { click: { actionField: { list }, products } } },
        { event: 'addToCart', ecommerce: { add: { products } } },
        { ecommerce: { purchase: { actionField: { id }, products } } },
      ]),
    ),
)

const adobe = fc.record({
  phrase: written,
  sku: written,
  qty: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double()),
  price: fc.double(),
})

plays('Adobe’s events', adobe, ({ phrase, sku, qty, price }) => {
  const bought = adobeLine(sku, qty, { prices: { price: { value: price } } })
  const query = encodeURIComponent(phrase.toWellFormed())
  return layered(adobeWalk({ lines: [bought], phrase, orderId: phrase }), query)
})

const variant = fc.record({
  product: written,
  id: written,
  sku: written,
  price: fc.double(),
  title: fc.constantFrom('Default Title', 'Red'),
})
const pixelSettings = {
  ids: 'product',
  page: 'categoryPath:"{title}"',
  impressions: 'load',
  themeTag: false,
} as unknown as FullPixelSettings

plays(
  'pixels of Shopify',
  fc.tuple(
    fc.constantFrom(...EVENT_NAMES),
    fc.array(variant, { maxLength: 3 }),
    fc.double(),
    written,
    fc.constantFrom('product', 'variant', 'sku', 'parent_child'),
  ),
  ([event, variants, quantity, text, ids]) => {
    const { page, delivered } = fresh()
    const contents: Readonly<Record<string, () => unknown>> = {
      page_viewed: () => ({}),
      search_submitted: () => searchData(text, variants),
      collection_viewed: () => collectionData(text, text, variants),
      product_added_to_cart: () => cartData(variants[0] ?? { product: text }, quantity),
      checkout_completed: () =>
        checkoutData(
          variants.map((one) => ({ variant: one, quantity })),
          { orderId: text },
        ),
    }
    const standard = {
      name: event,
      data: contents[event]?.(),
      context: { document: { location: { href: 'https://shop.example/collections/all' } } },
    } as unknown as StandardEvent
    const meaning = readShopifyEvent(standard, { ...pixelSettings, ids: ids as 'product' })
    for (const one of meaning?.events ?? []) page.run(() => page.tag.record.recordHandedOver(one))
    return delivered()
  },
)
