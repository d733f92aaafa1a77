import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAssistant } from '../../../../service/agent/assistant.ts'
import { readAssistantFile } from '../../../../service/agent/shop-words.ts'
import { newState } from '../../../../service/agent/state.ts'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createProductStore } from '../../../../service/store/stored-products.ts'
import { boutique } from '../../../support/fixtures/boutique.ts'

function fileWith(content: unknown): string {
  const file = join(tmpdir(), `assistant-${process.pid}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test("a shop's file gives the answers, the countries and the words", async () => {
  const settings = readAssistantFile(
    fileWith({
      currency: 'CHF',
      answers: { delivery: 'By post, in two days.' },
      countries: ['Switzerland'],
      meanings: [{ words: ['brunch'], means: ['mugs'], label: 'a brunch' }],
    }),
  )
  const catalog = await loadCatalog(createProductStore(openDatabase(':memory:')), boutique())
  const assist = createAssistant(catalog, settings)
  const say = (message: string) => assist({ message, filters: [], metadata: [] }, newState).text
  expect(say('do you ship to Switzerland?')).toBe(
    'Yes, we deliver to Switzerland. By post, in two days.',
  )
  expect(say('do you ship to France?')).toBe(
    'No, we do not deliver to France, only to Switzerland.',
  )
  expect(say('something for a brunch')).toBe('I found 6 products for a brunch.')
})

for (const [content, fault] of [
  ['{', /cannot be read/],
  [{ answer: {} }, /"answer" is unknown/],
  [{ answers: { weather: 'fine' } }, /"answers" must be texts by topic: returns/],
  [{ countries: 'France' }, /"countries" must be a list/],
  [{ meanings: [{ words: 'dad' }] }, /"meanings" must be/],
] as const) {
  test(`${JSON.stringify(content)} is refused by name`, () => {
    expect(() => readAssistantFile(fileWith(content))).toThrow(fault)
  })
}
