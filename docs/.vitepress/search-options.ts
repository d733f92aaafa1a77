import type { DefaultTheme } from 'vitepress'
import { SECTION_WORDS, SYNONYMS } from './search-words.ts'

/** A section of a page, as VitePress gives it to the index. */
interface Section {
  /** The address with the heading: `/docs/delivery#losses`. */
  readonly id: string
  readonly title: string
  /** The titles above this one; none for the first section of a page. */
  readonly titles: readonly string[]
}

/**
 * Brings the forms of a word together (tracks, tracked, tracking), and leaves out words that occur in every question. VitePress passes it to
 * the browser as text, so it must not use anything outside itself.
 */
function processTerm(term: string): string | null {
  if (
    /^(an?|and|or|the|this|that|is|are|was|be|has|have|had|can|do|does|did|should|need|use|using|of|in|on|at|to|from|with|by|for|how|what|when|where|which|why|my|me|your?|i|its?|we|our|us|there|as|up|if|so|will|would|could|than|many|much|get|want|his|her|their|they|after|before|into|about|happens?|too|very)$/i.test(
      term,
    )
  )
    return null
  const singular = term
    .toLowerCase()
    .replace(/(\w{2})ies$/, '$1y')
    .replace(/(\w{3}(?:ss|x|ch|sh))es$/, '$1')
    .replace(/(\w{2}[^iosu])s$/, '$1')
  const stem = singular
    .replace(/([aeiouy]\w*[^e])(?:ing|ed|ion)$/, '$1')
    .replace(/(\w{2})([bdgklmnprt])\2$/, '$1$2')
  if (stem.length > 3) return stem.replace(/e$/, '')
  return stem.length === 3 ? stem : singular
}

const termsOf = (text: string) =>
  text.split(/[\s\p{P}]+/u).flatMap((word) => processTerm(word) || [])

const synonyms = SYNONYMS.map(termsOf)

/** The other words for those of a title. */
function synonymsOf({ title }: Section): string {
  const terms = termsOf(title)
  const groups = synonyms.filter((group) => group.some((word) => terms.includes(word)))
  return [...new Set(groups.flat())].filter((word) => !terms.includes(word)).join(' ')
}

/** The key of a section in the table: a page's first section goes by the page alone. */
function keyOf({ id, titles }: Section): string {
  const address = id.replace(/^\/docs\//, '').replace('/#', '#')
  return titles.length > 0 ? address : address.replace(/#.*/, '')
}

/** Two more fields than VitePress has. The option's type lacks them, but VitePress passes them on. */
const fields = {
  fields: ['title', 'titles', 'text', 'synonyms', 'words'],
  storeFields: ['title', 'titles'],
}

/**
 * The search field's index and ranking. A word in a title, or among the other words for a section, counts more than one in its text. Pages
 * that help with a task come before the API and migrations.
 */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  miniSearch: {
    options: {
      ...fields,
      processTerm,
      // Called only while the index is built, so it may use what stands above.
      extractField(section: Section & Readonly<Record<string, unknown>>, name: string) {
        if (name === 'words') return SECTION_WORDS[keyOf(section)] ?? ''
        return name === 'synonyms' ? synonymsOf(section) : section[name]
      },
    },
    // The functions are passed to the browser as text, so they must not use anything outside themselves.
    searchOptions: {
      boost: { title: 4, titles: 2, words: 4, synonyms: 3, text: 1 },
      // Words that nearly every section has.
      boostTerm: (term) =>
        /^(track|event|tag|shop|shopper|user|product|pag|page|svc|data|count|time|show|chang|first|new|mak|script|button|error|not|no)$/.test(
          term,
        )
          ? 0.3
          : 1,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      // The reader may still be typing the last word. Two letters begin too many.
      prefix: (term, index, terms) => term.length > 2 && index === terms.length - 1,
      weights: { prefix: 0.5, fuzzy: 0.3 },
      boostDocument: (id) => {
        if (/\/(migrate|project)\/(?!first-event|security)/.test(id)) return 0.6
        if (/\/docs\/(api\/|architecture|evidence|decisions|testing)/.test(id)) return 0.4
        // Steps for one platform, whose name is part of any question about it.
        return /\/docs\/install\/\w+#(\d|what)/.test(id) ? 0.85 : 1
      },
    },
  },
}
