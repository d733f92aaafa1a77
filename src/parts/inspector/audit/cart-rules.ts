import { priceText, quantityText } from '../../../wire/fields'
import { findingOf, type Rule } from './audited-page'

const price = findingOf('price-unreadable', 'error')
const quantity = findingOf('quantity-unreadable', 'error')
const nameless = findingOf('cart-without-product', 'error')

/** A comma can mean thousands or cents; what cannot be read for certain is refused. */
export const priceUnreadable: Rule = ({ all, near }) =>
  all('price').flatMap((element) => {
    const text = near(element, 'price') ?? ''
    if (priceText(text) !== undefined) return []
    return price(element, {
      message: `The price “${text}” cannot be read for certain, so the order is refused.`,
      fix: 'Write the price of one unit with a dot for decimals into data-svc-price, for example 1299.00.',
    })
  })

export const quantityUnreadable: Rule = ({ all, near }) =>
  all('qty').flatMap((element) => {
    const text = near(element, 'qty') ?? ''
    if (quantityText(text) !== undefined) return []
    return quantity(element, {
      message: `The quantity “${text}” is no whole number above 0, so the event is refused.`,
      fix: 'Write the number of units into data-svc-qty, or put it on the field that holds them.',
    })
  })

/** The product of a cart is named by the control, by one around it, or by the tile. */
export const cartWithoutProduct: Rule = ({ all, read, around, emptyOnPurpose, tag }) => {
  const isMeant = emptyOnPurpose('cart')
  const outer = (control: Element) => {
    const holder = control.parentElement && around(control.parentElement, 'cart')
    return holder && read(holder, 'cart')
  }
  const tile = (control: Element) => {
    const holder = around(control, 'product')
    return holder && read(holder, 'product')
  }
  const inner = (control: Element) => control.querySelector(tag.markup.selector('cart'))
  return all('cart')
    .filter((control) => !read(control, 'cart') && !outer(control) && !tile(control))
    .filter((control) => !inner(control) && !isMeant(control))
    .map((control) =>
      nameless(control, {
        message: 'An add-to-cart control names no product, so its presses do not count.',
        fix: 'Write the uniqueId into data-svc-cart, or put the control inside a data-svc-product.',
      }),
    )
}
