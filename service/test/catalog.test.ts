import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { loadCatalog, openCatalog } from '../catalog/catalog.ts'
import { readFeed } from '../catalog/feed.ts'
import { openDatabase } from '../store/database.ts'
import { createProductStore, type ProductStore } from '../store/stored-products.ts'

function countingStore(file: string): ProductStore & { readonly loads: () => number } {
  const store = createProductStore(openDatabase(file))
  let loads = 0
  return {
    ...store,
    load(...feed) {
      loads += 1
      return store.load(...feed)
    },
    loads: () => loads,
  }
}

test('the type of each field, and whether it is a facet, follow from the feed', async () => {
  const { columns, variants } = await catalogOf(smallFeed())
  const reported = columns.map(({ field }) => [field.name, field.type, field.position])
  expect(reported).toEqual([
    ['uniqueId', 'text', 0],
    ['title', 'text', 0],
    ['description', 'text', 0],
    ['brand', 'text', 1],
    ['brandId', 'text', 0],
    ['color', 'text', 2],
    ['size', 'text', 3],
    ['gender', 'text', 4],
    ['material', 'text', 5],
    ['price', 'number', 6],
    ['listPrice', 'number', 7],
    ['rating', 'number', 8],
    ['categoryPath', 'category', 9],
    ['categoryPathId', 'category', 0],
    ['imageUrl', 'text', 0],
    ['productUrl', 'text', 0],
    ['availability', 'boolean', 0],
    ['newIn', 'boolean', 0],
  ])
  expect(variants.columns.map(({ field }) => field.name)).toEqual([
    'vColor',
    'vSize',
    'vPrice',
    'vImageUrl',
    'vAvailability',
  ])
})

test('a field with texts and numbers is a text field; one with long texts is not a field', async () => {
  const feed = Array.from({ length: 4 }, (_, index) => ({
    uniqueId: `P${index}`,
    size: index % 2 ? 38 : '38',
    story: 'x'.repeat(300),
    stock_id: index % 2,
  }))
  const catalog = await catalogOf(feed)
  expect(catalog.column('size')).toMatchObject({ values: ['38'], field: { isFacet: true } })
  expect(catalog.column('story')).toBeUndefined()
  expect(catalog.column('stock_id')?.field).toMatchObject({ type: 'number', isFacet: false })
})

test('categories without ids, with odd spacing, or at any depth', async () => {
  const catalog = await catalogOf([
    { uniqueId: 'A', categoryPath: 'Home > Bath' },
    { uniqueId: 'B', categoryPath: ['Home>Bath>Towels>Large>Blue', 'Sale'] },
    { uniqueId: 'C' },
  ])
  const bath = catalog.categories.byNames('Home>Bath')
  expect(bath).toMatchObject({ id: 'Bath', level: 2, parent: { name: 'Home' } })
  expect(catalog.categories.byIds('Home>Bath')).toBe(bath)
  expect(catalog.categories.byNames('Home > Bath > Towels > Large > Blue')?.level).toBe(5)
})

test('a category path of 50,000 levels is refused with a named fault', async () => {
  const categoryPath = Array.from({ length: 50_000 }, (_, level) => `L${level}`).join('>')
  const feed = outputPath('feed.json')
  writeFileSync(feed, JSON.stringify([{ uniqueId: 'A', categoryPath }]))
  const store = createProductStore(openDatabase(':memory:'))
  await expect(openCatalog(store, feed)).rejects.toThrow(
    `${feed}: the category path L0>L1>L2>… has more than 50 levels.`,
  )
})

test('an unchanged feed is not loaded again, a changed one is', async () => {
  const feed = outputPath('feed.json')
  const dbFile = outputPath('service.db')
  writeFileSync(feed, JSON.stringify(smallFeed()))

  const first = countingStore(dbFile)
  expect((await openCatalog(first, feed)).size).toBe(60)
  const second = countingStore(dbFile)
  const again = await openCatalog(second, feed)
  expect([first.loads(), second.loads()]).toEqual([1, 0])
  expect(again.find('P7')).toEqual(smallFeed()[6])
  expect(again.search('boots').rows).toHaveLength(20)

  writeFileSync(feed, JSON.stringify(smallFeed(59)))
  expect((await openCatalog(second, feed)).size).toBe(59)
  expect(second.loads()).toBe(1)
})

test('a feed that fails halfway does not change the loaded one', async () => {
  const store = createProductStore(openDatabase(':memory:'))
  const before = await loadCatalog(store, smallFeed(), 'before')
  function* failing() {
    yield { uniqueId: 'X', title: 'Boots' }
    throw new Error('cut off')
  }
  await expect(loadCatalog(store, failing(), 'after')).rejects.toThrow('cut off')
  expect(store.fingerprint()).toBe('before')
  expect([...store.all()]).toHaveLength(60)
  expect(before.search('boots').rows).toHaveLength(20)
})

test('a search finds products with all the words, in any form, best match first', async () => {
  const feed = [
    { uniqueId: 'P1', title: 'Wool Coat', description: 'Goes well with running shoes.' },
    { uniqueId: 'P2', title: 'Running Shoe', brand: 'Café Vélo', color: ['Red'] },
    { uniqueId: 'P3', title: 'Kite', variants: [{ uniqueId: 'P3_1', vColor: 'Turquoise' }] },
    { uniqueId: 'P4', title: '麻のロングシャツ', imageUrl: '/shoes.png' },
  ]
  const catalog = await catalogOf(feed)
  const found = (text: string) =>
    Array.from(catalog.search(text).rows, (row) => catalog.product(row).uniqueId)
  expect(found('shoes')).toEqual(['P2', 'P1'])
  expect(found('RUN shoe')).toEqual(['P2', 'P1'])
  expect(found('red shoes')).toEqual(['P2'])
  expect(found('cafe velo')).toEqual(['P2'])
  expect(found('turq')).toEqual(['P3'])
  expect(found('麻の')).toEqual(['P4'])
  expect(found('p3')).toEqual(['P3'])
  expect(found('"" !!')).toEqual([])
})

test('a search knows synonyms, and says which words it corrected or left out', async () => {
  const feed = [
    { uniqueId: 'P1', title: 'Field Coat', material: 'Wool blend', color: 'Olive' },
    { uniqueId: 'P2', title: 'Court Sneaker', color: 'Navy', description: 'Made for the city.' },
    { uniqueId: 'P3', title: 'Pocket Tee', color: 'Rust' },
    { uniqueId: 'P4', title: 'Chinos', color: 'Navy' },
  ]
  const catalog = await catalogOf(feed)
  const table: readonly (readonly [
    text: string,
    ids: string[],
    query?: string,
    unused?: string[],
  ])[] = [
    ['winter coat', ['P1']],
    ['tshirt', ['P3']],
    ['pants', ['P4']],
    ['green coat', ['P1']],
    ['sneekers', ['P2'], 'sneaker', []],
    ['blue snekaer', ['P2'], 'blue sneaker', []],
    ['"blue snekaer"', []],
    ['"navy sneaker"', ['P2']],
    ['glittery coat', ['P1'], 'coat', ['glittery']],
    ['navy coat under 100', ['P1'], 'coat', ['navy', 'under 100']],
    ['sneaker size 39', ['P2'], 'sneaker', ['size 39']],
    ['size 39 snekaers for my son', ['P2'], 'sneaker', ['size 39', 'for my son']],
    // A description mentions "for", but "for" names no product.
    ['gift for dad', []],
    ['zeppelin', []],
    ['', []],
  ]
  for (const [text, ids, query, unused] of table) {
    const { rows, reading } = catalog.search(text)
    const found = Array.from(rows, (row) => catalog.product(row).uniqueId)
    expect({ found, reading }, text).toEqual({
      found: ids,
      reading: query === undefined ? undefined : { query, unused },
    })
  }
})

test('an article number finds its article first, in upper or lower case', async () => {
  const feed = [
    { uniqueId: 'P22', title: 'P2 poster', sku: 'AB-12/3' },
    { uniqueId: 'P2', title: 'Mug', variants: [{ uniqueId: 'P2_V1', vColor: 'Red' }] },
    { uniqueId: 'P23', title: 'P2 P2 P2' },
  ]
  const catalog = await catalogOf(feed)
  const first = (text: string) => catalog.product(catalog.search(text).rows[0] ?? -1).uniqueId
  expect(first('p2')).toBe('P2')
  expect(catalog.search('p2').rows).toHaveLength(3)
  expect(first('P2_V1')).toBe('P2')
  expect(first('ab-12/3')).toBe('P22')
})

const slips: readonly (readonly [price: unknown, meant: number | undefined])[] = [
  ['12.50', 12.5],
  [' 12.50', 12.5],
  ['12,50', undefined],
  ['N/A', undefined],
  ['007', undefined],
  [true, undefined],
]
for (const [price, meant] of slips) {
  test(`one price of 2,400 that is ${JSON.stringify(price)} leaves prices numbers, and is named`, async () => {
    const feed = smallFeed(2_400).map((product) =>
      product.uniqueId === 'P17' ? { ...product, price } : product,
    )
    const catalog = await catalogOf(feed)
    const column = catalog.column('price')
    expect(column?.field).toMatchObject({ type: 'number', isFacet: true })
    expect(column?.values.includes(meant ?? Number.NaN)).toBe(meant !== undefined)
    const told = meant === undefined ? 'left out' : `read as ${meant}`
    const written = JSON.stringify(price)
    expect(catalog.notices).toEqual([
      `The field price is a number but in P17 (${written}, ${told}).`,
    ])
    expect(catalog.find('P17')?.price).toBe(price)
  })
}

test('a CSV column of numbers with a few slips is numeric; sizes stay texts', async () => {
  const rows = Array.from(
    { length: 200 },
    (_, n) => `P${n},${n === 3 ? 'N/A' : n},${n % 9 ? 38 : 'XL'}`,
  )
  const file = outputPath('slips.csv')
  writeFileSync(file, ['uniqueId,price,size', ...rows].join('\n'))
  const catalog = await openCatalog(createProductStore(openDatabase(':memory:')), file)
  expect(catalog.column('price')?.field.type).toBe('number')
  expect(catalog.column('size')?.field.type).toBe('text')
  expect(catalog.notices).toEqual(['The field price is a number but in P3 ("N/A", left out).'])
})

/** The number of rows, and those whose price is not a number. */
const badPrices = [
  [8, { 2: 'call us', 5: '12,50' }],
  [41, { 40: 'N/A' }],
  [2, { 0: '€ 5', 1: '' }],
  [3, { 0: '007' }],
] as const
test.each(badPrices)(
  'in %i rows, only the bad prices %o are lost, and named',
  async (rows, bad) => {
    const cells: Readonly<Record<number, string>> = bad
    const lines = Array.from({ length: rows }, (_, n) => `P${n},"${cells[n] ?? n + 0.5}"`)
    const file = outputPath('prices.csv')
    writeFileSync(file, ['uniqueId,price', ...lines].join('\n'))
    const catalog = await openCatalog(createProductStore(openDatabase(':memory:')), file)
    const told = Object.entries(cells).filter(([, cell]) => cell !== '')
    expect(catalog.notices).toEqual([
      `The field price is a number but in ${told
        .map(([n, cell]) => `P${n} ("${cell}", left out)`)
        .join(', ')}.`,
    ])
    for (let n = 0; n < rows; n += 1)
      if (cells[n] === undefined) expect(catalog.find(`P${n}`)?.price, `P${n}`).toBe(n + 0.5)
  },
)

test('one "yes" among 100 booleans leaves a boolean field, and a variant is named by its product', async () => {
  const feed = smallFeed(100).map((product, n) => ({
    ...product,
    newIn: n === 5 ? 'yes' : product.newIn,
    variants: [{ uniqueId: `V${n}`, vPrice: [n === 7 ? 'free' : n] }],
  }))
  const { notices, column } = await catalogOf(feed)
  expect(column('newIn')?.field.type).toBe('boolean')
  expect(notices).toEqual([
    'The field newIn is a boolean but in P6 ("yes", left out).',
    'The field vPrice is a number but in P8 ("free", left out).',
  ])
})

/** Reads a feed with this text, in a file of this name. */
async function read(name: string, text: string | Uint8Array): Promise<unknown[]> {
  const file = outputPath(name)
  writeFileSync(file, text)
  const products: unknown[] = []
  for await (const product of readFeed(file)) products.push(product)
  return products
}

const shirt = { uniqueId: 'P1', title: 'Shirt | blue', price: 19.5, size: ['S', 'M'], newIn: true }
const hat = {
  uniqueId: '007',
  title: 'Hat, "warm"',
  variants: [{ uniqueId: '007_1', vPrice: [5] }],
}

test('a JSON array, lines of JSON and CSV give the same products', async () => {
  const json = JSON.stringify([shirt, hat], null, 1)
  expect(await read('feed.json', json)).toEqual([shirt, hat])
  expect(await read('bom.json', `\ufeff \n${json}`)).toEqual([shirt, hat])
  const lines = `${JSON.stringify(shirt)}\r\n\n${JSON.stringify(hat)}`
  expect(await read('feed.ndjson', lines)).toEqual([shirt, hat])
  const csv = [
    'uniqueId,title,price,size,newIn,variants',
    'P1,Shirt | blue,19.5,S|M,TRUE,',
    '007,"Hat, ""warm""",,,,"[{""uniqueId"":""007_1"",""vPrice"":[5]}]"',
  ]
  expect(await read('feed.csv', `\ufeff${csv.join('\r\n')}\r\n`)).toEqual([shirt, hat])
})

test('a CSV column is numeric if all its values are, and codes stay texts', async () => {
  const csv = 'uniqueId,price,size,ean,note\n1,5,38,0012,[sale\n2,-1e2,XL,7,2'
  expect(await read('types.csv', csv)).toEqual([
    { uniqueId: '1', price: 5, size: '38', ean: '0012', note: '[sale' },
    { uniqueId: '2', price: -100, size: 'XL', ean: '7', note: '2' },
  ])
})

test('the error for an unusable feed says where and why, in one line', async () => {
  for (const [name, text, message] of [
    ['empty.json', '', 'not a JSON array of products.'],
    ['object.json', '{"a":{"uniqueId":"P1"}}', 'not a JSON array of products.'],
    ['cut.json', '[{"uniqueId":"P1"},{"uniq', 'the JSON breaks off after product 1.'],
    ['broken.json', '[{"uniqueId":"P1" "title"}]', 'the JSON is malformed.'],
    ['word.json', '[{"uniqueId":tru}]', 'the JSON is malformed, at byte 16.'],
    ['numbers.json', '[1,2]', 'product 1 has no uniqueId.'],
    ['null.json', '[{"uniqueId":"P1"},null]', 'product 2 has no uniqueId.'],
    ['no-id.json', '[{"uniqueId":"P1"},{"title":"x"}]', 'product 2 has no uniqueId.'],
    ['blank-id.json', '[{"uniqueId":" "}]', 'product 1 has no uniqueId.'],
    [
      'twice.json',
      '[{"uniqueId":"P"},{"uniqueId":"P"}]',
      'products 1 and 2 have the same uniqueId, P.',
    ],
    [
      'variants.json',
      '[{"uniqueId":"P","variants":{"a":1}}]',
      'the variants of product 1 are not a list of objects.',
    ],
    ['broken.ndjson', '{"uniqueId":"P1"}\n{"uniqueId":', 'line 2 is not JSON.'],
    [
      'short.csv',
      'uniqueId,title\nP1,a\nP2',
      'line 3: the row has more or fewer cells than the first one.',
    ],
    ['quotes.csv', 'uniqueId,title\nP1,"a', 'line 2: a quote is not closed.'],
    ['columns.csv', 'uniqueId,a,a\nP1,b,c', 'the column a is there twice.'],
    ['variants.csv', 'uniqueId,variants\nP1,[x', 'the cell of variants is not JSON.'],
    [
      'deep.json',
      `[{"uniqueId":"P","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
      'product 1 is nested more than 20 levels deep.',
    ],
    [
      'deep.ndjson',
      `{"uniqueId":"P","x":${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
      'product 1 is nested more than 20 levels deep.',
    ],
    ['binary.json', new Uint8Array([0x1f, 0x8b, 8, 0]), 'not a JSON array of products.'],
  ] as const) {
    const failure = await read(name, text).catch((error: Error) => error.message)
    const [, reason = ''] = String(failure).split(`${name}: `)
    expect(failure, name).not.toContain('\n')
    expect(reason, name).toBe(message)
  }
})

test('the error for a feed that is missing or a folder says so', async () => {
  const missing = readFeed('/nowhere/feed.json').next()
  await expect(missing).rejects.toThrow('/nowhere/feed.json: there is no such file.')
  await expect(readFeed('/').next()).rejects.toThrow('/: not a file.')
})
