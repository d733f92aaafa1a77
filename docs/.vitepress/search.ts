import type { DefaultTheme } from 'vitepress'

/**
 * The search field's ranking: a word in a title counts more than one in a text, other word forms are found, and pages that help with
 * a task come before the API and migrations.
 */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  miniSearch: {
    searchOptions: {
      boost: { title: 6, titles: 2, text: 1 },
      fuzzy: 0.1,
      prefix: true,
      // Runs in the browser, from its text: nothing outside the function can be used.
      boostDocument: (id) => {
        if (/\/(migrate|project)\//.test(id)) return 0.3
        if (id.startsWith('/docs/api')) return 0.5
        return id.startsWith('/docs/markup') ? 2 : 1
      },
    },
  },
}
