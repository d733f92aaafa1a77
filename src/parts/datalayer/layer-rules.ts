import { textOf } from './ecommerce-event'

/** Rules for the shop's dataLayer, all optional. */
export interface DataLayerRules {
  /** The member of an item that holds its `uniqueId`. If absent, `item_id` or the older `id`; in Adobe's entries, the `sku`. */
  readonly pid?: string
  /** The member of an item that holds the `uniqueId` of its variant. Not `item_variant`, which is a label. */
  readonly variantId?: string
  /** The meaning of the shop's item lists; the first matching rule applies. If no rule matches, the list that the page shows is used. */
  readonly lists?: readonly ListRule[]
  /** Actions that only the dataLayer reports, even if markup or a map covers them. */
  readonly preferred?: readonly Preferable[]
}

/** Orders are not in this list, because an order counts once by its id, whatever reports it. */
export type Preferable = 'search' | 'PRODUCT_IMPRESSIONS' | 'click' | 'cart'

/** The meaning of some item lists: a search, a browse page, or a list that does not count if it has neither. */
export interface ListRule {
  /** A regular expression for the list's id or name, ignoring case. If absent, the rule matches every list. */
  readonly list?: string
  /**
   * The search text. `{search_term}` is the page's search term; any other name in braces is a member of the item, `{categories}` its
   * category path, `{1}` the first group of the regular expression. A rule applies only if all of them have a value.
   */
  readonly query?: string
  /** The exact value passed to Browse, written the same way: `categoryPath:"{categories}"`. */
  readonly page?: string
}

/** The list of an event if a rule names it; `false` if the event must not be counted. */
export type RuledList = { readonly query: string } | { readonly page: string } | false | undefined

/** Treats lists named `search` as search results, if the search term is known. */
export const SEARCHES: readonly ListRule[] = [{ list: 'search', query: '{search_term}' }]

/** Marks an unknown placeholder; this character never occurs in a page's text. */
const UNKNOWN = '\0'

/** The text with its placeholders filled in. */
const filledIn = (text: string, sources: readonly unknown[]): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => textOf(sources, name) || UNKNOWN)

/** `Men>Shoes`, from GA4's numbered members or the older `Men/Shoes`. */
const categoriesOf = (item: unknown): string =>
  ['', 2, 3, 4, 5]
    .map((number) => textOf([item], `item_category${number}`))
    .filter(Boolean)
    .join('>') || textOf([item], 'category').replace(/\//g, '>')

/**
 * The list that a rule gives an item; `undefined` if the rule does not apply.
 *
 * @param names - The shop's names for the list, one per line: its id, its name.
 * @param term - The last search term on this page; empty if there was no search.
 * @throws SyntaxError if the rule's `list` is not a regular expression.
 */
export function ruledList(
  { list = '', query, page }: ListRule,
  names: string,
  item: unknown,
  term: string,
): RuledList {
  const found = new RegExp(list, 'im').exec(names)
  if (!found) return undefined
  const text = query ?? page
  if (!text) return false
  const known = { search_term: term, categories: categoriesOf(item) }
  const filled = filledIn(text, [known, found, item])
  if (filled.includes(UNKNOWN)) return undefined
  return query ? { query: filled } : { page: filled }
}
