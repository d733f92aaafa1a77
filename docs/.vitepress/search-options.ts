import type { DefaultTheme } from 'vitepress'

/** `<!-- search: CSP, policy -->` under a heading: words that readers may search for to find its section. The page does not show them. */
const OTHER_WORDS = /<!-- search: (.*?) -->/g

/** Brackets that no page contains; they separate these words in the indexed text. */
const asText = (_all: string, words: string) => `⟦${words}⟧`

/** One more field than VitePress has. The option's type lacks it, but VitePress passes it on. */
const fields = { fields: ['title', 'titles', 'text', 'words'], storeFields: ['title', 'titles'] }

/**
 * The search field's index and ranking. A word in a title, or among the additional words of a section, counts more than one in its text.
 * Other word forms are found, and pages that help with a task come before the API and migrations.
 */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: (source, env, markdown) => markdown.render(source.replace(OTHER_WORDS, asText), env),
  miniSearch: {
    // The functions are passed to the browser as text, so they must not use anything outside themselves.
    options: {
      ...fields,
      extractField(section: Readonly<Record<string, unknown>>, name: string) {
        if (name !== 'words') return section[name]
        return [...String(section.text).matchAll(/⟦(.*?)⟧/g)].map(([, words]) => words).join(' ')
      },
      // Plurals match their singular.
      processTerm: (term: string) => term.toLowerCase().replace(/(\w{3,}[^iosu])s$/, '$1'),
    },
    searchOptions: {
      boost: { title: 6, words: 5, titles: 2, text: 1 },
      fuzzy: 0.1,
      // Two letters match the beginning of too many words: `to` should not find `topic`.
      prefix: (term) => term.length > 2,
      // Words in questions that occur in every section.
      processTerm: (term) =>
        /^(an?|and|or|the|this|that|is|are|was|be|has|have|can|do|does|should|need|use|using|of|in|on|at|to|from|with|by|for|how|what|when|where|which|why|my|me|your?|i|it|we|there|not|did|as|up|if|so|will|would|could)$/i.test(
          term,
        )
          ? null
          : term.toLowerCase().replace(/(\w{3,}[^iosu])s$/, '$1'),
      boostDocument: (id) => {
        if (/\/(migrate|project)\/(?!first-event)/.test(id)) return 0.5
        if (/\/docs\/(api|architecture|evidence|decisions)/.test(id)) return 0.4
        // Tables about one platform, whose name is part of any question about it.
        if (/\/docs\/install\/\w/.test(id)) return 0.7
        return id.startsWith('/docs/markup') ? 1.5 : 1
      },
    },
  },
}
