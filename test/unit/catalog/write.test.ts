import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateCatalog } from '../../../demo-site/catalog/generate.ts'
import { writeCatalog } from '../../../demo-site/catalog/make-feed.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'

for (const products of [0, 1, 120])
  test(`a written feed of ${products} reads back the same`, async () => {
    const file = outputPath('catalog.json')
    const catalog = generateCatalog({ seed: 7, products })
    await writeCatalog(file, catalog)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(catalog)
  })
