import type { DefaultTheme } from 'vitepress'

/** `<!-- search: CSP, policy -->` under a heading: words by which a reader may look for its section. Nobody sees them on the page. */
const OTHER_WORDS = /<!-- search: (.*?) -->/g

/** Brackets that no page has: they hold those words apart in the text that is indexed. */
const asText = (_all: string, words: string) => `⟦${words}⟧`

/** A field more than VitePress has. Its type names no fields, and it passes them on all the same. */
const fields = { fields: ['title', 'titles', 'text', 'words'], storeFields: ['title', 'titles'] }

/**
 * The search field's index and ranking: a word in a title, or among the other words of a section, counts more than one in its
 * text; other word forms are found; and pages that help with a task come before the API and migrations.
 */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render(source, env, markdown) {
    const html = markdown.render(source.replace(OTHER_WORDS, asText), env)
    return env.frontmatter?.search === false ? '' : html
  },
  miniSearch: {
    // The functions run in the browser, too, from their text: nothing outside them can be used.
    options: {
      ...fields,
      extractField(section: Readonly<Record<string, unknown>>, name: string) {
        if (name !== 'words') return section[name]
        return [...String(section.text).matchAll(/⟦(.*?)⟧/g)].map(([, words]) => words).join(' ')
      },
      // Plurals are found by their singular.
      processTerm: (term: string) => term.toLowerCase().replace(/(\w{3,}[^iosu])s$/, '$1'),
    },
    searchOptions: {
      boost: { title: 6, words: 5, titles: 2, text: 1 },
      fuzzy: 0.1,
      // Two letters begin too many words: `to` is no `topic`.
      prefix: (term) => term.length > 2,
      // Words of a question that every section has.
      processTerm: (term) =>
        /^(an?|and|or|the|this|that|is|are|was|be|has|have|can|do|does|should|need|use|using|of|in|on|at|to|from|with|by|for|how|what|when|where|which|why|my|me|your?|i|it|we|there|not|did|as|up|if|so|will|would|could)$/i.test(
          term,
        )
          ? null
          : term.toLowerCase().replace(/(\w{3,}[^iosu])s$/, '$1'),
      boostDocument: (id) => {
        if (/\/(migrate|project)\/(?!first-event)/.test(id)) return 0.5
        if (/\/docs\/(api|architecture|evidence|decisions)/.test(id)) return 0.4
        // Tables of one platform: a question that is about it names it.
        if (/\/docs\/install\/\w/.test(id)) return 0.7
        return id.startsWith('/docs/markup') ? 1.5 : 1
      },
    },
  },
}
