import { readdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import MiniSearch from 'minisearch'
import { searchOptions } from '../../../docs/.vitepress/search.ts'
import { inProject } from '../../support/fixtures/docs.ts'

/** The index of the built site, which the search field loads, with the site's own ranking. */
async function openIndex() {
  const folder = inProject('dist/docs/assets/chunks/')
  const file = readdirSync(folder).find((name) => name.includes('localSearchIndexroot'))
  if (!file) throw new Error('no built documentation: npm run docs:build')
  const index = (await import(folder + file)) as { readonly default: string }
  return MiniSearch.loadJSON(index.default, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: searchOptions.miniSearch?.searchOptions ?? {},
  })
}

/** The page that a reader with these words looks for. */
const searches: Readonly<Record<string, string>> = {
  'click not counted': 'troubleshooting',
  consent: 'consent',
  'Shopify order': 'install/shopify',
  facet: 'markup',
  duplicate: 'troubleshooting',
}

for (const [words, page] of Object.entries(searches)) {
  test(`a search for "${words}" finds ${page} first`, async () => {
    const [best] = (await openIndex()).search(words)
    expect(String(best?.id).replace(/#.*/, '')).toBe(`/docs/${page}`)
  })
}
