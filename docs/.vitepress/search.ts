import type { DefaultTheme } from 'vitepress'

/** The search field's index and ranking: a word in a title counts more than one in a text, and other word forms are found. */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  miniSearch: {
    searchOptions: { boost: { title: 6, titles: 2, text: 1 }, fuzzy: 0.1, prefix: true },
  },
}
