import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { MAX_QTY } from '../cart/shop-cart'
import type { Product, Variant } from '../shop-product'
import { swatchStyle } from '../tile'

/** A shopper's current choices on a product page. */
export interface Choice {
  readonly colour: string
  /** `undefined` until chosen; the empty string for products that come in one size. */
  readonly size: string | undefined
  readonly qty: number
}

/** The requested colour, or else the first that can be bought; also the size, if there is only one. */
export function firstChoice({ variants }: Product, askedColour?: string | null): Choice {
  const asked = variants.find(({ colour }) => colour === askedColour)
  const first = asked ?? variants.find(({ isAvailable }) => isAvailable) ?? variants[0]
  const sizes = new Set(variants.map(({ size }) => size))
  return { colour: first?.colour ?? '', size: sizes.size === 1 ? first?.size : undefined, qty: 1 }
}

/** The chosen variant; `undefined` until a size is chosen, and for products without variants. */
export function variantOf({ variants }: Product, { colour, size }: Choice): Variant | undefined {
  return variants.find((variant) => variant.colour === colour && variant.size === size)
}

/** Whether the chosen variant can be bought; until a size is chosen, whether any size can be bought. */
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

/** Called when the shopper changes a choice. */
export type OnChoice = (change: Partial<Choice>) => void

type View = TemplateResult | typeof nothing

/** Shows the colours of a product, one of them selected. Renders nothing if the product has no named colour. */
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

/** Shows the sizes of the selected colour. Renders nothing for products that come in one size. */
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

/** The quantity field. */
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
