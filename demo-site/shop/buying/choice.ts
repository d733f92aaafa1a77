import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { MAX_QTY } from '../cart/shop-cart'
import type { Product, Variant } from '../shop-product'
import { swatchStyle } from '../tile'

/** A shopper's choices on a product so far. */
export interface Choice {
  readonly colour: string
  /** `undefined` until chosen; the empty text for things of one size. */
  readonly size: string | undefined
  readonly qty: number
}

/** The requested colour, else the first that can be bought; also the size if there is only one. */
export function firstChoice({ variants }: Product, askedColour?: string | null): Choice {
  const asked = variants.find(({ colour }) => colour === askedColour)
  const first = asked ?? variants.find(({ isAvailable }) => isAvailable) ?? variants[0]
  const sizes = new Set(variants.map(({ size }) => size))
  return { colour: first?.colour ?? '', size: sizes.size === 1 ? first?.size : undefined, qty: 1 }
}

/** The variant chosen; `undefined` while the size is open, and for products without variants. */
export function variantOf({ variants }: Product, { colour, size }: Choice): Variant | undefined {
  return variants.find((variant) => variant.colour === colour && variant.size === size)
}

/** Whether what is chosen can be bought; with the size open, whether any size can. */
export function isBuyable(product: Product, choice: Choice): boolean {
  if (product.variants.length === 0) return product.isAvailable
  const variant = variantOf(product, choice)
  return variant
    ? variant.isAvailable
    : product.variants.some(({ colour, isAvailable }) => colour === choice.colour && isAvailable)
}

/** The picture of the chosen colour, or the product's own. */
export const pictureOf = ({ variants, imageUrl }: Product, { colour }: Choice): string =>
  variants.find((variant) => variant.colour === colour)?.imageUrl || imageUrl

/** Tells that something else was chosen. */
export type OnChoice = (change: Partial<Choice>) => void

type View = TemplateResult | typeof nothing

/** The colours of a product, one of them chosen. Nothing when there is no colour to name. */
export function colourChoice({ variants }: Product, choice: Choice, onChoice: OnChoice): View {
  const colours = [...new Set(variants.map(({ colour }) => colour))].filter(Boolean)
  if (colours.length === 0) return nothing
  return html`
    <fieldset>
      <legend>Colour: <b>${choice.colour}</b></legend>
      <div class="choice-options">
        ${colours.map(
          (colour) => html`
            <label class="option">
              <input type="radio" name="colour" .checked=${live(colour === choice.colour)}
                @change=${() => onChoice({ colour })} />
              <span class="swatch" style=${swatchStyle(colour)}></span>${colour}
            </label>
          `,
        )}
      </div>
    </fieldset>
  `
}

/** The sizes that the chosen colour comes in. Nothing for things of one size. */
export function sizeChoice({ variants }: Product, choice: Choice, onChoice: OnChoice): View {
  const sizes = variants.filter(({ colour, size }) => colour === choice.colour && size !== '')
  if (sizes.length === 0) return nothing
  return html`
    <fieldset>
      <legend>Size${choice.size ? html`: <b>${choice.size}</b>` : nothing}</legend>
      <div class="choice-options">
        ${sizes.map(
          ({ size, isAvailable }) => html`
            <label class="option">
              <input type="radio" name="size" required ?disabled=${!isAvailable}
                .checked=${live(size === choice.size)} @change=${() => onChoice({ size })} />
              ${isAvailable ? size : `${size}, sold out`}
            </label>
          `,
        )}
      </div>
    </fieldset>
  `
}

/** The field for how many. */
export function qtyField(qty: number, onQty: (qty: number) => void): TemplateResult {
  const typed = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement
    if (field.validity.valid && field.value !== '') onQty(field.valueAsNumber)
  }
  return html`
    <input class="qty" type="number" aria-label="Quantity" min="1" max=${MAX_QTY} step="1" required
      data-svc-qty .value=${live(String(qty))} @change=${typed} />
  `
}
