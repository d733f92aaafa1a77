import { eld } from 'eld/medium'

/** Short texts are told better among fewer languages: these are the ones that shops are mostly asked in. */
eld.setLanguageSubset(
  'en de fr es it nl pt pl sv da no fi cs tr hu ro ru uk el ja zh ko ar he'.split(' '),
)

/**
 * The English name of the language of a text; `undefined` if it may be English.
 *
 * @param unknown - How many of its words are not English; a single one has to be certain.
 */
export function languageOf(text: string, unknown: number): string | undefined {
  const found = eld.detect(text.toLowerCase())
  const isCertain = found.isReliable() || unknown > 1
  if (!found.language || found.language === 'en' || !isCertain) return undefined
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(found.language)
}
