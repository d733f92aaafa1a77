import { composedAncestors, isForm, matches, queryWithin } from '../../../browser/dom'
import { read, selector } from '../../../track/attributes'
import { readNearby } from '../../../track/nearby-fields'
import { SEARCH_FIELDS } from '../../../track/search'
import { readFacet } from '../../../track/shown-facets'
import { priceText, quantityText } from '../../../wire/fields'
import { optionsOf } from '../../facets/facet-state'
import { emptyOnPurpose } from '../map-trial'
import { everywhere } from '../page-elements'
import { all, around, findingOf, isMapped, isUnrendered, type Rule, ruleOf } from './audited-page'

const unrendered = findingOf('template-unrendered', 'error')

/** The tag rejects an unrendered template, because it names a product or search that does not exist. */
export const templateUnrendered: Rule = () =>
  everywhere('*').flatMap((element) =>
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

/** The product of a cart is named by the control, by an element around or inside it, or by the tile. */
function cartsWithoutProduct() {
  const isMeant = emptyOnPurpose('cart')
  const named = (element: Element | null, name: 'cart' | 'product') => {
    const holder = element && around(element, name)
    return holder && read(holder, name)
  }
  return all('cart').filter(
    (control) =>
      !read(control, 'cart') &&
      !named(control.parentElement, 'cart') &&
      !named(control, 'product') &&
      !control.querySelector(selector('cart')) &&
      !isMeant(control),
  )
}

const textNear = (element: Element, name: 'price' | 'qty') => readNearby(name, [element]) ?? ''

/** Elements that people can press with any device. */
const PRESSABLE =
  'a[href],area[href],button,input,select,textarea,summary,label,form,option,[role],[tabindex],[contenteditable]'

/** Controls that nothing tells apart from text: no tag, role or tab stop, outside or inside. */
const textControls = () =>
  all('cart', 'facets-apply', 'facets-reset').filter(
    (control) =>
      !composedAncestors(control).some((part) => matches(part, PRESSABLE)) &&
      queryWithin(control, PRESSABLE).length === 0,
  )

/** `Red (10)`, `Boots [1,204]` */
const COUNT = /\S\s*[([]\s*[\d.,]+\s*[)\]]"?\s*$/

/** Forms in which several fields of the kind that the tag reads may hold the search. */
const ambiguousSearches = () =>
  all('search').filter((form) => {
    const [marked, ...others] = [selector('search-input'), ...SEARCH_FIELDS].map((kind) =>
      queryWithin(form, kind),
    )
    const taken = others.find(({ length }) => length > 0)
    return !read(form, 'search') && !marked?.length && Number(taken?.length) > 1
  })

/** Facets of which several options have one place. */
const repeatedPositions = () =>
  all('facet').filter((group) => {
    const places = queryWithin(group, selector('value')).flatMap(
      (option) => read(option, 'position') ?? [],
    )
    return new Set(places).size < places.length
  })

/** Facets, searches, carts, and the amounts beside them. */
export const controlRules: readonly Rule[] = [
  ruleOf(
    'facet-without-name',
    'error',
    () => all('facet').filter((group) => !read(group, 'facet')),
    {
      message: 'A facet has no name, so its changes do not count.',
      fix: 'Write the facet’s name as Browse returned it into data-svc-facet, for example color_uFilter.',
    },
  ),
  // A map also finds sliders and collapsed groups, which have no values, or none yet.
  ruleOf(
    'facet-without-values',
    'error',
    () =>
      all('facet').filter(
        (group) => !isMapped(group, 'facet') && optionsOf(readFacet(group), 1).length === 0,
      ),
    {
      message: 'A facet offers no values, so the tag cannot notice its changes.',
      fix: 'Put data-svc-value on each option in the group, with the value as Browse returned it.',
    },
  ),
  ruleOf(
    'search-without-words',
    'error',
    () => {
      const field = [selector('search-input'), ...SEARCH_FIELDS].join()
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
  ruleOf('search-field-unclear', 'warning', ambiguousSearches, {
    message: 'A search form has several text fields, and the first one is taken for the search.',
    fix: 'Put data-svc-search-input on the field for the searched text.',
  }),
  ruleOf(
    'selected-unreadable',
    'error',
    () =>
      all('selected').filter((option) => !/^(true|false)?$/.test(read(option, 'selected') ?? '')),
    (option) => ({
      message: `data-svc-selected is “${read(option, 'selected')}”; only “false” means that a value is not selected.`,
      fix: 'Write "true" or "false", or leave the attribute out where the option’s own control says it.',
    }),
  ),
  ruleOf('position-twice', 'warning', repeatedPositions, {
    message:
      'Several options of a facet have the same data-svc-position, so reports show them in the wrong place.',
    fix: 'Number the options from 1 in the order of the response, or leave the attribute out.',
  }),
  ruleOf('control-without-role', 'warning', textControls, ({ localName }) => ({
    message: `A control is a plain <${localName}>: keys cannot press it, and Safari on iPhones may not report a press.`,
    fix: 'Use a <button>, or add role="button" and tabindex="0".',
  })),
  ruleOf(
    'value-with-count',
    'warning',
    () => [
      ...all('value').filter((option) => COUNT.test(read(option, 'value') ?? '')),
      ...all('page').filter((list) => COUNT.test(read(list, 'page') ?? '')),
    ],
    (element) => ({
      message: `The value “${read(element, 'value') ?? read(element, 'page')}” ends with a count, so each number is another value in the reports.`,
      fix: 'Write the value without the count; in a map, let "match" leave it out: "^(.*?)\\s*\\(\\d+\\)$".',
    }),
  ),
  ruleOf(
    'search-on-field',
    'warning',
    () =>
      all('search').filter(
        (field) => matches(field, 'input,textarea') && composedAncestors(field).some(isForm),
      ),
    {
      message:
        'data-svc-search is on the field, so only Enter counts, and not the button of its form.',
      fix: 'Move data-svc-search to the form around the field.',
    },
  ),
  ruleOf('cart-without-product', 'error', cartsWithoutProduct, {
    message: 'An add-to-cart control names no product, so pressing it does not count.',
    fix: 'Write the uniqueId into data-svc-cart, or put the control inside a data-svc-product.',
  }),
  ruleOf(
    'quantity-unreadable',
    'error',
    () => all('qty').filter((element) => quantityText(textNear(element, 'qty')) === undefined),
    (element) => ({
      message: `The quantity “${textNear(element, 'qty')}” is no whole number above 0, so the event is refused.`,
      fix: 'Write the number of units into data-svc-qty, or put it on the field that holds them.',
    }),
  ),
  // A comma can separate thousands or decimals, so ambiguous amounts are refused.
  ruleOf(
    'price-unreadable',
    'error',
    () => all('price').filter((element) => priceText(textNear(element, 'price')) === undefined),
    (element) => ({
      message: `The price “${textNear(element, 'price')}” is ambiguous or unreadable, so the order is refused.`,
      fix: 'Write the price of one unit with a dot for decimals into data-svc-price, for example 1299.00.',
    }),
  ),
]
