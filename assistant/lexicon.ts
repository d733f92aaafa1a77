import type { AssistantSettings, Catalog } from 'svc-tag-service'
import { createFinder } from './find.ts'
import { viewOf } from './shop-view.ts'
import { usualWords } from './shop-words.ts'
import { createVocabulary } from './vocabulary.ts'

/** What the assistant knows about a shop. */
export type Lexicon = ReturnType<typeof createLexicon>

/** Prepares a catalogue for the assistant. */
export function createLexicon(catalog: Catalog, settings: AssistantSettings) {
  const view = viewOf(catalog)
  const vocabulary = createVocabulary(view, settings.words ?? usualWords)
  const finder = createFinder(view, vocabulary)
  return { view, settings, vocabulary, finder }
}
