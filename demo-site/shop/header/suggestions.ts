import { html, nothing, type TemplateResult } from 'lit-html'
import { leafCategories } from '../../catalog/category-tree'
import { colours } from '../../catalog/colours'
import { listProducts } from '../catalog-client'
import { hasOwnFeed, shopCategories } from '../category-address'
import { money } from '../price-for-people'
import type { Product } from '../shop-product'
import { coloursIn, shownIn } from '../tile'

/** How many suggestions fit under the box without hiding the page. */
const LIMIT = 6

const demoWords = ['sneakers', 'linen', 'rain jacket', 'backpack', 'merino', 'side table']

/** Of the reader's own feed, nobody knows what is searched for. */
const popular = () => (hasOwnFeed() ? things().slice(0, LIMIT) : demoWords)

/** Searches that begin with the typed text, or contain a word that does. */
export function suggestionsFor(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return popular()
  const all = [...new Set([...popular(), ...things(), ...colouredThings(wanted)])]
  const fitting = all.filter((text) => ` ${text}`.includes(` ${wanted}`) && text !== wanted)
  return fitting.slice(0, LIMIT)
}

const things = () => leafCategories(shopCategories()).map(({ name }) => name.toLowerCase())

/** `navy s` suggests `navy sneakers`. */
function colouredThings(wanted: string): string[] {
  const names = colours.map(({ name }) => name.toLowerCase())
  const colour = names.find((name) => wanted.startsWith(`${name} `) || name.startsWith(wanted))
  return colour ? things().map((thing) => `${colour} ${thing}`) : []
}

/** How many fit under the words without hiding the page. */
const PRODUCTS = 3

/** With fewer letters, too many products match. */
const LEAST_CHARACTERS = 2

/**
 * The first products that a search for these words would find; none if the request fails. The
 * request is not counted, because the shopper has not searched yet.
 */
export async function productsFor(typed: string): Promise<readonly Product[]> {
  const query = typed.trim()
  if (query.length < LEAST_CHARACTERS) return []
  const asked = { source: { query }, rows: PRODUCTS, analytics: false } as const
  return listProducts(asked, { latest: 'suggestions', context: false }).then(
    ({ products }) => products,
    () => [],
  )
}

/** A product under the search box. */
export function productOption(
  product: Product,
  {
    id,
    isActive,
    typed,
  }: { readonly id: string; readonly isActive: boolean; readonly typed: string },
): TemplateResult {
  const { url, imageUrl } = shownIn(product, coloursIn(typed))
  return html`
    <a class="suggested-product" role="option" id=${id} aria-selected=${isActive} tabindex="-1" href=${url}>
      <img src=${imageUrl} alt="" width="40" height="48" />
      <span dir="auto">${product.title}</span>
      <span class="muted">${product.price > 0 ? money(product.price) : nothing}</span>
    </a>
  `
}
