import { parseArgs } from 'node:util'
import { generateCatalog } from 'svc-tag-demo-site'
import { createProductStore, loadCatalog, openDatabase, type Product } from 'svc-tag-service'

/*
 * Measures the processor time of a search in catalogues of several sizes: `npm run bench -- search`, or `-- --sizes 2400`. Each search is
 * different from the one before it.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '2400,50000,300000' } },
})

/** Precise and broad searches, several words, a synonym, a beginning, a misspelling, an article number. */
const SEARCHES = [
  ...['boots', 'red dress', 'winter coat', 'blue', 'linen shirt men', 'sofa', 'warm socks'],
  ...['jack', 'sneekers', 'P17', 'waterproof jacket women', 'halden works', 'gift for dad'],
]

const ROUNDS = 20
const PART = 2_400

/** The demo shop's catalogue, again and again with other products. */
function* productsUpTo(size: number): Generator<Product> {
  for (let first = 0; first < size; first += PART) {
    const products = Math.min(PART, size - first)
    for (const product of generateCatalog({ seed: first + 1, products }))
      yield {
        ...product,
        uniqueId: `${product.uniqueId}-${first}`,
        variants: product.variants.map((variant) => ({ ...variant })),
      }
  }
}

async function measure(size: number) {
  const catalog = await loadCatalog(
    createProductStore(openDatabase(':memory:')),
    productsUpTo(size),
  )
  for (const text of SEARCHES) catalog.search(text)
  const times = SEARCHES.map((text) => {
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) catalog.search(text)
    const { user, system } = process.cpuUsage(before)
    return { text, found: catalog.search(text).rows.length, ms: (user + system) / 1_000 / ROUNDS }
  })
  const mean = times.reduce((sum, { ms }) => sum + ms, 0) / times.length
  const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]
  console.log(
    `${size.toLocaleString('en').padStart(8)} products  mean ${mean.toFixed(2)} ms  ` +
      `slowest ${slowest?.ms.toFixed(2)} ms (${slowest?.text}, ${slowest?.found} found)`,
  )
}

for (const size of values.sizes.split(',')) await measure(Number(size))
