import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFeed } from '../../../service/catalog/feed.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'

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

test('a CSV column is numeric when all of it is, and codes stay texts', async () => {
  const csv = 'uniqueId,price,size,ean,note\n1,5,38,0012,[sale\n2,-1e2,XL,7,2'
  expect(await read('types.csv', csv)).toEqual([
    { uniqueId: '1', price: 5, size: '38', ean: '0012', note: '[sale' },
    { uniqueId: '2', price: -100, size: 'XL', ean: '7', note: '2' },
  ])
})

test('an empty feed has no products', async () => {
  expect(await read('feed.json', '[]')).toEqual([])
  expect(await read('feed.ndjson', '')).toEqual([])
})

test('a feed that cannot be used says where and why, in one line', async () => {
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

test('a feed that is not there, or is a folder, says so', async () => {
  const missing = readFeed('/nowhere/feed.json').next()
  await expect(missing).rejects.toThrow('/nowhere/feed.json: there is no such file.')
  await expect(readFeed('/').next()).rejects.toThrow('/: not a file.')
})
