import { html, nothing, type TemplateResult } from 'lit-html'
import { colours, families } from '../catalog/colours'
import { money, plainPrice } from './price-for-people'
import { colouredUrl, type Product } from './shop-product'

/** Properties of a tile's position that change how it loads. */
export interface TileOptions {
  /** Visible without scrolling, so its picture loads at once. */
  readonly isEarly?: boolean
  /** Requested colours: the product is shown in the first of them that is available. */
  readonly colours?: readonly string[]
}

/** A product in a list; the whole tile is a link to the product. */
export function tile(product: Product, options: TileOptions = {}): TemplateResult {
  const { isEarly = false, colours = [] } = options
  const { id, title, brand } = product
  const { url, imageUrl } = shownIn(product, colours)
  return html`
    <article class="tile" data-svc-product=${id}>
      <div class="tile-picture">
        <img src=${imageUrl || nothing} alt="" width="400" height="480" loading=${isEarly ? 'eager' : 'lazy'}
          decoding="async" />
      </div>
      <p class="tile-brand">${brand}</p>
      <h3 class="tile-title"><a href=${url} dir="auto">${title}</a></h3>
      ${priceTag(product)} ${stars(product.rating)}
      ${product.isAvailable ? nothing : html`<p class="tile-note">Sold out</p>`}
    </article>
  `
}

/** The URL and picture of a product in the first of these colours that it has, or else its own. */
export function shownIn({ url, imageUrl, variants }: Product, colours: readonly string[]) {
  const asked = variants.find(({ colour }) => colours.includes(colour))
  if (!asked) return { url, imageUrl }
  return { url: colouredUrl(url, asked.colour), imageUrl: asked.imageUrl || imageUrl }
}

/** A price, with the previous price if it is reduced; nothing if the feed has no price. */
export function priceTag({
  price,
  listPrice,
}: Pick<Product, 'price' | 'listPrice'>): TemplateResult | typeof nothing {
  if (price === 0) return nothing
  if (price >= listPrice) return html`<p class="price">${money(price)}</p>`
  return html`
    <p class="price">
      <span class="price-now"><span class="unseen">Now </span>${money(price)}</span>
      <s><span class="unseen">Before </span>${money(listPrice)}</s>
    </p>
  `
}

/** Stars, which a screen reader announces as a sentence. Renders nothing if the product has no ratings. */
export function stars(rating: number): TemplateResult | typeof nothing {
  if (rating === 0) return nothing
  return html`
    <p class="stars">
      <span aria-hidden="true">★</span> <span class="unseen">Rated </span>${plainPrice(rating).slice(0, 3)}<span class="unseen">
        out of 5</span
      >
    </p>
  `
}

/** Grey tiles with the size of real ones, shown while those are loading. */
export const tileSkeletons = (count: number): TemplateResult[] =>
  Array.from(
    { length: count },
    () => html`
      <div class="tile skeleton" aria-hidden="true">
        <div class="tile-picture"></div>
        <p class="bar bar-short"></p>
        <p class="bar"></p>
        <p class="bar bar-short"></p>
      </div>
    `,
  )

/** The colours of the catalogue that a text names: `navy` is one, `green` is all greens. */
export function coloursIn(text: string): readonly string[] {
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const names = colours.map(({ name }) => name)
  const named = names.filter((name) => words.includes(name.toLowerCase()))
  const related = words.flatMap((word) => families.get(word) ?? [])
  return [...named, ...related]
}

/** The inline style for a colour's swatch; a neutral one for an unknown colour. */
export function swatchStyle(name: string): string {
  if (name === 'Black & White')
    return 'background: linear-gradient(135deg, #2a2b2e 50%, #f4f3ef 50%)'
  const hex = colours.find((colour) => colour.name === name)?.hex ?? '#c8c4bd'
  return `background: ${hex}`
}
