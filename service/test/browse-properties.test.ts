import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFromXml, idsOf, pairs } from '../../test/support/fixtures/browse-requests.ts'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { readParameters } from '../browse/browse-parameters.ts'
import { parseTerms } from '../browse/filter-syntax.ts'
import { readQuery } from '../browse/read-query.ts'
import { replyAsXml } from '../browse/reply-xml.ts'
import { type BrowseReply, replyTo } from '../browse/write-reply.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Product } from '../catalog/feed.ts'

interface Sample extends Product {
  readonly brand?: string
  readonly brandId?: string
  readonly color: readonly string[]
  readonly price?: number
  readonly categoryPath: readonly string[]
}

const COLORS = ['Red', 'Blue', 'Green "x"', 'A > B']
const BRAND = 'brand_uFilter'
const BRANDS = ['Akira', 'O\\Neill', 'Кедр']
const SIZES = ['S', 'M', 'L']
const PATHS = ['Men', 'Men>Shoes', 'Men>Shoes>Boots', 'Women>Shoes', 'Women>Hats>Wool>Warm']

const sample = fc.record(
  {
    brand: fc.constantFrom(...BRANDS),
    color: fc.subarray(COLORS),
    price: fc.integer({ min: -40, max: 400 }).map((number) => number / 4),
    widths: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    categoryPath: fc.subarray(PATHS),
    variants: fc.array(
      fc.record({ vColor: fc.constantFrom(...COLORS), vSize: fc.constantFrom(...SIZES) }),
      {
        maxLength: 4,
      },
    ),
  },
  { requiredKeys: ['color', 'categoryPath'] },
)

const idOf = (brand: string) => `b-${BRANDS.indexOf(brand)}`

/** Products with different prices or the same; at least one has variants. */
const feeds = fc
  .tuple(
    fc.array(sample, { minLength: 12, maxLength: 40 }),
    fc.constantFrom(undefined, undefined, 0, 19.5, 20),
  )
  .map(([all, onePrice]) =>
    all.map(({ price, variants = [], ...fields }, index): Sample => {
      const own = index === 0 ? [{ vColor: 'Red', vSize: 'S' }, ...variants] : variants
      return {
        uniqueId: `P${index}`,
        ...fields,
        ...(fields.brand && { brandId: idOf(fields.brand) }),
        ...(price !== undefined && { price: onePrice ?? price }),
        variants: own.map((variant, place) => ({ uniqueId: `P${index}_${place}`, ...variant })),
      }
    }),
  )

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
const either = (field: string, values: readonly string[]) =>
  values.map((value) => `${field}:${quoted(value)}`).join(' OR ')

/** A choice of filters, each on one field. */
const choices = fc.record(
  {
    color_uFilter: fc
      .subarray(COLORS, { minLength: 1, maxLength: 2 })
      .map((some) => either('color_uFilter', some)),
    brand_uFilter: fc
      .tuple(fc.subarray(BRANDS, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([some, isById]) =>
        isById ? either('brandId', some.map(idOf)) : either('brand_uFilter', some),
      ),
    vColor: fc.constantFrom(...COLORS).map((color) => either('vColor', [color])),
    vSize: fc.subarray(SIZES, { minLength: 1, maxLength: 2 }).map((some) => either('vSize', some)),
    price: fc
      .tuple(fc.integer({ min: -10, max: 50 }), fc.integer({ min: 0, max: 60 }))
      .map(([from, width]) => `price:[${from} TO ${from + width}]`),
  },
  { requiredKeys: [] },
)

type Choice = Readonly<Partial<Record<string, string>>>

const pages = fc.constantFrom(undefined, ...PATHS)

/** Sends a request without a network; `filters` repeats the parameter. */
function ask(
  catalog: Catalog,
  query: Readonly<Record<string, string>>,
  filters: readonly string[] = [],
): BrowseReply {
  const given = [...Object.entries({ q: '*', rows: '100', ...query })]
  const repeated = filters.map((filter) => ['filter', filter] as const)
  const parameters = readParameters([...given, ...repeated])
  return replyTo(catalog, [], readQuery(catalog, 'search', parameters, false))
}

const count = (...asked: Parameters<typeof ask>) => ask(...asked).response.numberOfProducts

const filtersOf = (choice: Choice) => Object.values(choice).flatMap((filter) => filter ?? [])

const without = (choice: Choice, field: string): Choice =>
  Object.fromEntries(Object.entries(choice).filter(([name]) => name !== field))

const pageOf = (page: string | undefined): Record<string, string> => (page ? { p: page } : {})

for (const isMultiselect of [false, true]) {
  const mode = isMultiselect ? 'with' : 'without'
  const facets = { facet: 'true', 'facet.multiselect': String(isMultiselect) }
  // The other choices when one value of a facet is examined.
  const rest = (choice: Choice, field: string) =>
    filtersOf(isMultiselect ? without(choice, field) : choice)

  test(`every count of a facet equals the number of filtered products, ${mode} multiselect`, async () => {
    const seen = { text: 0, range: 0 }
    await fc.assert(
      fc.asyncProperty(feeds, choices, pages, async (feed, choice, page) => {
        const catalog = await catalogOf(feed)
        const reply = ask(catalog, { ...pageOf(page), ...facets }, filtersOf(choice))
        const countWith = (field: string, filter: string) =>
          count(catalog, pageOf(page), [...rest(choice, field), filter])
        const texts = (reply.facets?.text.list ?? []).flatMap(({ filterField, values }) =>
          pairs(values).map((pair) => [filterField, ...pair] as const),
        )
        for (const [field, value, promised] of texts)
          expect(countWith(field, either(field, [value]))).toBe(promised)
        const listed = texts.flatMap(([field, value]) => (field === BRAND ? value : []))
        const isLeft = (brand: string) => countWith(BRAND, either(BRAND, [brand])) > 0
        expect(listed.toSorted()).toEqual(BRANDS.filter(isLeft).toSorted())
        seen.text += texts.length
        for (const { facetName, values } of reply.facets?.range.list ?? []) {
          expect(values.gap).toBeGreaterThan(0)
          for (const [bound, promised] of pairs(values.counts)) {
            const range = `${facetName}:[${bound} TO ${Number(bound) + values.gap}]`
            expect(countWith(facetName, range)).toBe(promised)
            seen.range += 1
          }
          const whole = `${facetName}:[${values.start} TO ${values.end}]`
          expect(countWith(facetName, whole)).toBe(countWith(facetName, `${facetName}:[* TO *]`))
        }
      }),
      { numRuns: 40 },
    )
    expect(Math.min(seen.text, seen.range)).toBeGreaterThan(0)
  })
}

test('every count of the category facet equals the number of products in the category', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(feeds, choices, pages, async (feed, choice, page) => {
      const catalog = await catalogOf(feed)
      const query = { ...pageOf(page), facet: 'true', 'facet.multilevel': 'categoryPath' }
      const reply = ask(catalog, query, filtersOf(choice))
      for (const { values } of reply.facets?.multilevel.list ?? []) {
        for (const { name, count: promised } of values) {
          const path = page ? `${page}>${name}` : name
          const there = { ...pageOf(page), 'category-filter': path }
          expect(count(catalog, there, filtersOf(choice))).toBe(promised)
          seen += 1
        }
      }
    }),
    { numRuns: 40 },
  )
  expect(seen).toBeGreaterThan(0)
})

/** Each field once. Without `chain`, whose shrinking can end with a different order than the one that failed. */
const orders = fc
  .uniqueArray(
    fc.record({
      field: fc.constantFrom('price', 'brand', 'color', 'uniqueId'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    { minLength: 1, maxLength: 3, selector: ({ field }) => field },
  )
  .map((criteria) => criteria.map(({ field, direction }) => `${field} ${direction}`))

test('paging through any order visits every product once, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(feeds, orders, fc.integer({ min: 1, max: 9 }), async (feed, order, size) => {
      const catalog = await catalogOf(feed)
      const visited: string[] = []
      for (let start = 0; start < feed.length; start += size) {
        const query = { sort: order.join(','), start: String(start), rows: String(size) }
        visited.push(...idsOf(ask(catalog, query)))
      }
      expect(visited).toEqual(sortedIds(feed, order))
    }),
    { numRuns: 40 },
  )
})

/** A simple implementation: compare by the criteria in turn; products without a value come last; ties keep their order. */
function sortedIds(feed: readonly Sample[], order: readonly string[]): string[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const criteria = order.map((criterion) => criterion.split(' ') as [string, string])
  const first = (product: Sample, field: string) =>
    [product[field]].flat()[0] as string | number | undefined
  const byOne = (a: Sample, b: Sample, [field, direction]: [string, string]) => {
    const [one, other] = [first(a, field), first(b, field)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    const ascending = typeof one === 'number' ? one - Number(other) : compare(one, String(other))
    return direction === 'asc' ? ascending : -ascending
  }
  return feed
    .toSorted((a, b) => criteria.reduce((sofar, own) => sofar || byOne(a, b, own), 0))
    .map(({ uniqueId }) => uniqueId)
}

test('a product is found exactly if it matches the page and every filter, with its matching variants first', async () => {
  await fc.assert(
    fc.asyncProperty(feeds, choices, pages, async (feed, choice, page) => {
      const query = { ...pageOf(page), variants: 'True' }
      const { response } = ask(await catalogOf(feed), query, filtersOf(choice))
      const fitting = feed.filter((product) => fits(product, choice, page))
      expect(response.products.map(variantIds)).toEqual(
        fitting.map((product) => {
          const { variants = [] } = product
          const first = variants.filter((variant) => variantFits(variant, choice))
          const ordered = [...first, ...variants.filter((variant) => !first.includes(variant))]
          return variantIds({ ...product, variants: ordered })
        }),
      )
    }),
    { numRuns: 100 },
  )
})

const variantIds = ({ uniqueId, variants }: Readonly<Record<string, unknown>>) => [
  uniqueId,
  ...(variants as Sample[]).map((variant) => variant.uniqueId),
]

/** Whether a filter, if there is one, names a value. */
function has(own: readonly unknown[], filter: string | undefined): boolean {
  const values = [...(filter ?? '').matchAll(/:"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  )
  return filter === undefined || values.some((value) => own.includes(value))
}

const variantFits = ({ vColor, vSize }: Readonly<Record<string, unknown>>, choice: Choice) =>
  has([vColor], choice.vColor) && has([vSize], choice.vSize)

function fits(product: Sample, choice: Choice, page: string | undefined): boolean {
  const [, from, to] = /\[(\S+) TO (\S+)\]/.exec(choice.price ?? '[-Infinity TO Infinity]') ?? []
  const { price, brand, variants = [] } = product
  const isOnVariants = choice.vColor !== undefined || choice.vSize !== undefined
  const isPriced =
    choice.price === undefined ||
    (price !== undefined && price >= Number(from) && price <= Number(to))
  const isHere =
    page === undefined || product.categoryPath.some((path) => `${path}>`.startsWith(`${page}>`))
  return (
    isHere &&
    isPriced &&
    has(product.color, choice.color_uFilter) &&
    has(brand ? [brand, idOf(brand)] : [], choice.brand_uFilter) &&
    (!isOnVariants || variants.some((variant) => variantFits(variant, choice)))
  )
}

/** Pieces that have a meaning in the syntax, and characters of every length. */
const piece = fc.constantFrom(
  '"',
  '\\',
  ' OR ',
  ' TO ',
  '[',
  ']',
  ':',
  '*',
  '\n',
  'é',
  '😀',
  '\ud800',
  'a',
)

const noCatalog = { fieldAt: () => undefined, column: () => undefined }

test('any text can be a value of a filter', () => {
  fc.assert(
    fc.property(fc.string({ unit: piece }), fc.string({ unit: piece }), (one, other) => {
      const terms = parseTerms(noCatalog, either('brand', [one, other]), 'filter', 'names')
      expect(terms.map((term) => term.kind === 'value' && term.value)).toEqual([one, other])
    }),
  )
})

/** Texts with characters that have a meaning in XML, or that its parsers change unless they are escaped. */
const awkward = fc
  .string({
    unit: fc.constantFrom(
      ...['<', '>', '&', '"', "'", ']', ';', '#', ' ', 'é', '😀', 'a', '&amp;'],
      ...['\r', '\n', '\t', '\r\n'],
    ),
  })
  .filter((text) => text.trim() !== '')

test('XML carries any text of a product unchanged, and nothing in it becomes markup', async () => {
  await fc.assert(
    fc.asyncProperty(
      awkward,
      awkward,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      async (title, field, price) => {
        const name = `x${field}`
        const catalog = await catalogOf([
          { uniqueId: 'P', title, price, [name]: [title, true, null, { a: 1 }] },
        ])
        const json = ask(catalog, {})
        expect(bodyFromXml(replyAsXml(json)).response.products).toEqual(
          JSON.parse(JSON.stringify(json.response.products)),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('characters that XML cannot represent are replaced', async () => {
  const catalog = await catalogOf([{ uniqueId: 'P', title: 'a\u0000b\u000bc\ud800d\uffff' }])
  const body = bodyFromXml(replyAsXml(ask(catalog, {})))
  expect(body.response.products[0].title).toBe('a\ufffdb\ufffdc\ufffdd\ufffd')
})
