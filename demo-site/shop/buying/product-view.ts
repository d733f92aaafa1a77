import { html, nothing, render, type TemplateResult } from 'lit-html'
import type { CartLine } from '../cart/shop-cart'
import { money, plainPrice } from '../price-for-people'
import type { Product } from '../shop-product'
import { priceTag, stars } from '../tile'
import {
  type Choice,
  colourChoice,
  isBuyable,
  type OnChoice,
  pictureOf,
  qtyField,
  sizeChoice,
  variantOf,
} from './choice'

/** Actions of the shopper on a product's page. */
export interface ProductActions {
  readonly onChoice: OnChoice
  addToCart(): void
}

/** The product, its picture in the selected colour, and the form that adds it to the cart. */
export function productView(
  product: Product,
  choice: Choice,
  actions: ProductActions,
): TemplateResult {
  const { title, brand, rating } = product
  return html`
    <div class="gallery">
      <img src=${pictureOf(product, choice)} alt=${pictureText(title, choice)} width="400" height="480" />
    </div>
    <div class="buy">
      <p class="tile-brand"><a href="/b/${encodeURIComponent(brand)}">${brand}</a></p>
      <h1 dir="auto">${title}</h1>
      ${stars(rating)} ${priceTag(priced(product, choice))} ${buyForm(product, choice, actions)}
      <p class="muted">Free delivery from €60. Free returns within 30 days.</p>
      ${about(product, choice)}
    </div>
  `
}

const pictureText = (title: string, { colour }: Choice) => (colour ? `${title}, ${colour}` : title)

/** The variant's price, reduced by the same amount as the product. */
function priced(product: Product, choice: Choice) {
  const price = variantOf(product, choice)?.price ?? product.price
  return { price, listPrice: product.listPrice + price - product.price }
}

function buyForm(product: Product, choice: Choice, { onChoice, addToCart }: ProductActions) {
  const variant = variantOf(product, choice)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    addToCart()
  }
  return html`
    <form class="buy-form" data-svc-cart=${product.id} @submit=${submit}>
      ${variant ? html`<input type="hidden" data-svc-variant value=${variant.id} />` : nothing}
      <input type="hidden" data-svc-price value=${plainPrice(variant?.price ?? product.price)} />
      ${colourChoice(product, choice, onChoice)} ${sizeChoice(product, choice, onChoice)}
      <div class="buy-row">
        ${qtyField(choice.qty, (qty) => onChoice({ qty }))}
        <button class="button button-wide" type="submit" ?disabled=${!isBuyable(product, choice)}>
          ${isBuyable(product, choice) ? 'Add to cart' : 'Sold out'}
        </button>
      </div>
    </form>
  `
}

const about = ({ id, description, material }: Product, choice: Choice) => html`
  <h2>About this product</h2>
  <p dir="auto">${description}</p>
  <dl class="details">
    ${detail('Material', material)} ${detail('Colour', choice.colour)} ${detail('Article', id)}
  </dl>
`

const detail = (name: string, value: string) =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing

/** Shows what was added to the cart, until the message is dismissed or the page is left. */
export function confirmAdded(line: CartLine, place: HTMLElement): void {
  const close = () => render(html``, place)
  render(
    html`
      <div class="added">
        <img src=${line.imageUrl} alt="" width="80" height="96" />
        <div>
          <p class="added-head">Added to your cart</p>
          <p><bdi>${line.title}</bdi></p>
          <p class="muted">${[line.choice, `${line.qty} × ${money(line.price)}`].filter(Boolean).join(' · ')}</p>
          <p class="added-links">
            <a class="button button-small" href="/cart">View cart</a>
            <a href="/checkout">Checkout</a>
          </p>
        </div>
        <button type="button" class="icon-button" aria-label="Dismiss" @click=${close}>×</button>
      </div>
    `,
    place,
  )
}
