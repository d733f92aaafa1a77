import { isForm, queryWithin } from '../../../browser/dom'
import { priceText, quantityText } from '../../../wire/fields'
import { everywhere } from '../page-elements'
import { type AuditedPage, findingOf, type Rule, ruleOf } from './audited-page'

const unrendered = findingOf('template-unrendered', 'error')

/** The tag rejects an unrendered template, because it names a product or search that does not exist. */
export const templateUnrendered: Rule = ({ document, isUnrendered }) =>
  everywhere(document, '*').flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith('data-svc-') && isUnrendered(element.getAttribute(name)))
      .map((name) =>
        unrendered(element, {
          message: `${name} is “${element.getAttribute(name)}”, an unrendered template or no value, so the tag refuses it.`,
          fix: 'Render the value into the page, or leave the attribute out if there is none.',
        }),
      ),
  )

const TEXT = '[type=search],[type=text],input:not([type]),textarea'

/** The product of a cart is named by the control, by an element around or inside it, or by the tile. */
function cartsWithoutProduct({ all, read, around, emptyOnPurpose, tag }: AuditedPage) {
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
  return all('cart').filter(
    (control) =>
      !read(control, 'cart') &&
      !outer(control) &&
      !tile(control) &&
      !inner(control) &&
      !isMeant(control),
  )
}

/** Facets, searches, carts, and the amounts beside them. */
export const controlRules: readonly Rule[] = [
  ruleOf(
    'facet-without-name',
    'error',
    ({ all, read }) => all('facet').filter((group) => !read(group, 'facet')),
    {
      message: 'A facet has no name, so its changes do not count.',
      fix: 'Write the facet’s name as Browse returned it into data-svc-facet, for example color_uFilter.',
    },
  ),
  // A map also finds sliders and collapsed groups, which have no values, or none yet.
  ruleOf(
    'facet-without-values',
    'error',
    ({ all, isMapped, valuesOf }) =>
      all('facet').filter((group) => !isMapped(group, 'facet') && valuesOf(group) === 0),
    {
      message: 'A facet offers no values, so the tag cannot notice its changes.',
      fix: 'Put data-svc-value on each option in the group, with the value as Browse returned it.',
    },
  ),
  ruleOf(
    'search-without-words',
    'error',
    ({ all, read, tag }) => {
      const field = `${tag.markup.selector('search-input')},${TEXT}`
      const hasField = (form: Element) => queryWithin(form, field).length > 0
      return all('search').filter(
        (element) => !hasField(element) && (isForm(element) || !read(element, 'search')),
      )
    },
    {
      message: 'A search names no text, so it does not count.',
      fix: 'Put data-svc-search on the form around the search field; on a suggestion, write its text into the attribute.',
    },
  ),
  ruleOf('cart-without-product', 'error', cartsWithoutProduct, {
    message: 'An add-to-cart control names no product, so pressing it does not count.',
    fix: 'Write the uniqueId into data-svc-cart, or put the control inside a data-svc-product.',
  }),
  ruleOf(
    'quantity-unreadable',
    'error',
    ({ all, near }) =>
      all('qty').filter((element) => quantityText(near(element, 'qty') ?? '') === undefined),
    (element, { near }) => ({
      message: `The quantity “${near(element, 'qty') ?? ''}” is no whole number above 0, so the event is refused.`,
      fix: 'Write the number of units into data-svc-qty, or put it on the field that holds them.',
    }),
  ),
  // A comma can separate thousands or decimals, so ambiguous amounts are refused.
  ruleOf(
    'price-unreadable',
    'error',
    ({ all, near }) =>
      all('price').filter((element) => priceText(near(element, 'price') ?? '') === undefined),
    (element, { near }) => ({
      message: `The price “${near(element, 'price') ?? ''}” is ambiguous or unreadable, so the order is refused.`,
      fix: 'Write the price of one unit with a dot for decimals into data-svc-price, for example 1299.00.',
    }),
  ),
]
