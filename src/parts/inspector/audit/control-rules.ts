import { isForm, queryWithin } from '../../../browser/dom'
import { priceText, quantityText } from '../../../wire/fields'
import { everywhere } from '../page-elements'
import { findingOf, type Rule } from './audited-page'

const empty = findingOf('facet-without-values', 'error')
const unnamed = findingOf('facet-without-name', 'error')

/** A facet without a value to choose reports nothing. A map also finds sliders and folded groups, which have none, or none yet. */
export const facetWithoutValues: Rule = ({ all, isMapped, valuesOf }) =>
  all('facet')
    .filter((group) => !isMapped(group, 'facet') && valuesOf(group) === 0)
    .map((group) =>
      empty(group, {
        message: 'A facet offers no values, so no change of it can be noticed.',
        fix: 'Put data-svc-value on each option in the group, with the value as Browse returned it.',
      }),
    )

/** The tracker knows a facet by its name. */
export const facetWithoutName: Rule = ({ all, read }) =>
  all('facet')
    .filter((group) => !read(group, 'facet'))
    .map((group) =>
      unnamed(group, {
        message: 'A facet has no name, so no change of it counts.',
        fix: 'Write the facet’s name as Browse returned it into data-svc-facet, for example color_uFilter.',
      }),
    )

const wordless = findingOf('search-without-words', 'error')

const TEXT = '[type=search],[type=text],input:not([type]),textarea'

/** A search box reports what is typed in its field, a suggestion what is written into it. */
export const searchWithoutWords: Rule = ({ all, read, tag }) => {
  const fieldsOf = (form: Element) =>
    queryWithin(form, `${tag.markup.selector('search-input')},${TEXT}`)
  return all('search')
    .filter((element) => !fieldsOf(element)[0] && (isForm(element) || !read(element, 'search')))
    .map((element) =>
      wordless(element, {
        message: 'A search names no words, so it does not count.',
        fix: 'Put data-svc-search on the form around the search field; on a suggestion write its words into it.',
      }),
    )
}

const unrendered = findingOf('template-unrendered', 'error')

const PREFIX = 'data-svc-'

/** A template that nobody filled in would be a product, or a search, that does not exist: the tag refuses it. */
export const templateUnrendered: Rule = ({ document, isUnrendered }) =>
  everywhere(document, '*').flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith(PREFIX) && isUnrendered(element.getAttribute(name)))
      .map((name) =>
        unrendered(element, {
          message: `${name} is “${element.getAttribute(name)}”, an unrendered template or no value, so the tag refuses it.`,
          fix: 'Fill in the value where the page is made; leave the attribute out where there is none.',
        }),
      ),
  )

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
