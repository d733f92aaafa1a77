import { expect, test } from '@playwright/test'
import { lintProse } from '../../prose/linter.ts'

/** Sentences as they stood in earlier pages, and the rule that each breaks. */
const planted: readonly (readonly [sentence: string, rule: string])[] = [
  ['What a browser lacks (IndexedDB, Web Locks, keepalive) has a lesser way.', 'openings'],
  ['Whoever shows it trusts the service.', 'openings'],
  ['Nobody is told how that request ends.', 'openings'],
  ['How long it is waited for the browser to say something anyhow.', 'openings'],
  ['Of tiles, those that are worth waiting for.', 'openings'],
  ['With nothing in sight there is nothing to find.', 'openings'],
  ['A request that was under way counts as sent.', 'terminology'],
  ['Rooms do not import one another.', 'terminology'],
  ['The tag hears every step.', 'terminology'],
  [
    'On a page with more than 96 tiles, tiles that a style shows where others were, with no press and no other height of the page, are noticed at the next scroll.',
    'sentence-length',
  ],
]

for (const [sentence, rule] of planted) {
  test(`the prose linter refuses "${sentence.slice(0, 40)}…"`, async () => {
    const found = await lintProse(`# Page\n\n${sentence}\n`)
    expect(found.map(({ ruleId }) => ruleId)).toContain(rule)
  })
}

test('the prose linter reads table cells, lists and headings', async () => {
  const cell = '| a | b |\n|---|---|\n| Nobody knows. | fine |\n'
  for (const text of [cell, '- Nobody knows.\n', '## Nobody knows\n'])
    expect((await lintProse(text)).map(({ ruleId }) => ruleId)).toContain('openings')
})

test('the prose linter accepts 25 words, and refuses 26', async () => {
  const sentence = (words: number) => `The tag ${'sends '.repeat(words - 2).trim()}.`
  expect(await lintProse(sentence(25))).toEqual([])
  expect(await lintProse(sentence(26))).toHaveLength(1)
})

test('the prose linter accepts questions, code and plain sentences', async () => {
  const text =
    'What does it cost? The tag stores `what is under way` first.\n\n```ts\n// what is told\n```\n'
  expect(await lintProse(text)).toEqual([])
})
