import { getOwn, priceText, quantityText, rankText, UNRENDERED } from '../wire/fields'
import {
  type ListContext,
  listFields,
  type OrderData,
  type OrderLineData,
  orderData,
} from '../wire/list-and-order'
import type {
  Action,
  ActionData,
  FacetChange,
  FacetChanges,
  FacetsReset,
  FacetValue,
  ProductId,
  RawEvent,
} from '../wire/tracker-event'

/** Receives each fault as a sentence for the shop's developer. */
type Fail = (problem: string) => undefined

interface Field {
  /** The name of this part of the data. */
  readonly name: string
  readonly fail: Fail
  /** The list to use if the data names none. */
  readonly context?: ListContext | undefined
}

/** Reads one value from a page. If something is wrong with it, reports the mistake and returns `undefined`. */
type Reader<Data> = (value: unknown, field: Field) => Data | undefined

/** Words that a shopper may search for but that are never product ids. */
const WORD = /^(undefined|null|NaN)$/

/** Whether a text is an unrendered template. */
const isUnrendered = (value: string, name: string) =>
  UNRENDERED.test(value.trim()) && !(name === 'query' && WORD.test(value.trim()))

/** A text that is kept byte for byte, as the value of `p` or `p-id` must be. */
const exact: Reader<string> = (value, { name, fail }) => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || !value.trim()) return fail(`${name} needs a text`)
  return isUnrendered(value, name)
    ? fail(`${name} is "${value}", an unrendered template or no value`)
    : value
}

const optional: Reader<string> = (value, field) => exact(value, field)?.trim()

/** Whether a value was not given: absent, or the blank text that templates write instead. */
const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

const optionalId: Reader<string> = (value, field) =>
  isNothing(value) ? undefined : optional(value, field)

/** A variant; WooCommerce writes `0` for none. */
const variant: Reader<string> = (value, field) => {
  const id = optionalId(value, field)
  return id === '0' ? undefined : id
}

const text: Reader<string> = (value, field) =>
  optional(value ?? field.fail(`${field.name} is missing`), field)

interface Form {
  readonly form: (text: string) => string | undefined
  /** A description of the valid form, for the developer. */
  readonly needs: string
}

/** A text that must have this form. */
function formed({ form, needs }: Form, value: unknown, field: Field): string | undefined {
  const given = text(value, field)
  return (given && form(given)) ?? field.fail(`${field.name} needs ${needs}`)
}

type Fields<Data> = { readonly [Name in keyof Data]-?: Reader<Data[Name]> }

/** The object's own members with these names; missing ones are omitted. */
const members = <Data>(fields: Fields<Data>, value: unknown, { fail }: Field) =>
  Object.fromEntries(
    Object.entries<Reader<unknown>>(fields)
      .map(([name, read]) => [name, read(getOwn(value, name), { name, fail })])
      .filter(([, member]) => member !== undefined),
  ) as Data

const listOf = <Item>(read: Reader<Item>, value: unknown, { name, fail }: Field) =>
  // Spread into a new array, because `map` skips the holes of a sparse one.
  Array.isArray(value)
    ? [...value].map((item, index) => read(item, { name: `${name}[${index}]`, fail }) as Item)
    : fail(`${name} needs a list`)

const list: Reader<ListContext> = (value, field) => {
  const naming: Fields<{ query?: string; page?: string; requestId?: string }> = {
    query: optional,
    page: exact,
    requestId: optionalId,
  }
  const { query, page, ...more } = members(naming, value, field)
  const named = query ? { query } : page && { page }
  const meant = named || field.context
  return meant && { ...meant, ...more }
}

/** The data of an event in a list. The list's own fields come first. */
function inList<Data>(fields: Fields<Data>, value: unknown, field: Field) {
  const meant = list(value, field)
  return meant
    ? { ...listFields(meant), ...members(fields, value, field) }
    : field.fail('query or page is missing')
}

const pid = text as Reader<ProductId>
const pids: Reader<readonly ProductId[]> = (value, field) => listOf(pid, value, field)
const place: Reader<string> = (value, field) =>
  formed({ form: rankText, needs: 'a whole number' }, value, field)
const price: Reader<string> = (value, field) =>
  formed({ form: priceText, needs: 'a number with a dot, e.g. "1299.00"' }, value, field)
const quantity: Reader<string> = (value, field) =>
  formed({ form: quantityText, needs: 'a positive whole number' }, value ?? 1, field)

const facetValue: Reader<FacetValue> = (value, field) =>
  members({ prank: place, val: text }, value, field)
const facetValues: Reader<readonly FacetValue[]> = (value, field) =>
  isNothing(value) || (Array.isArray(value) && !value.length)
    ? undefined
    : listOf(facetValue, value, field)
const facet: Reader<FacetChange> = (value, field) => {
  const fields = { prank: place, selected: facetValues, deselected: facetValues }
  const change = members<FacetChange>(fields, value, field)
  return change.selected || change.deselected
    ? change
    : field.fail(`${field.name} needs values in selected or deselected`)
}

const facets: Reader<FacetChanges | FacetsReset> = (value, { name, fail }) => {
  if (getOwn(value, 'unxFacetsReset') === true) return { unxFacetsReset: true }

  const changes = typeof value === 'object' && value ? Object.entries(value) : []
  return changes.length > 0
    ? Object.fromEntries(
        changes.map(([id, change]) => [id, facet(change, { name: id, fail }) as FacetChange]),
      )
    : fail(`${name} needs a map from facet name to its changes`)
}

const line: Reader<OrderLineData> = (value, field) =>
  members({ pid, qty: quantity, price, variantId: variant }, value, field)

/** The suggestion that the shopper chose, as strings by the vendor's own field names. */
const suggestion: Reader<Readonly<Record<string, string>>> = (value, field) => {
  if (isNothing(value)) return undefined
  const texts = Object.entries(Object(value)).map(([name, one]) => [name, String(one)])
  return typeof value === 'object' && texts.length
    ? Object.fromEntries(texts)
    : field.fail(`${field.name} needs an object of texts`)
}

const order: Reader<OrderData> = (value, field) => {
  const products = getOwn(value, 'products')
  const more = members({ requestId: optionalId }, value, field)
  if (products === undefined) {
    const only = line(value, field)
    return only && { ...only, ...more }
  }
  const lines = listOf(line, products, { ...field, name: 'products' })
  return lines?.length
    ? { ...orderData(lines), ...more }
    : field.fail('products needs at least one line')
}

/** How each action's data is read. Names are the contract's; numbers may be strings. */
const readers: { readonly [A in Action]: Reader<ActionData[A]> } = {
  visitor: () => ({}),
  search: (...given) =>
    members({ query: text, requestId: optionalId, autosuggest_data: suggestion }, ...given),
  PRODUCT_IMPRESSIONS: (...given) => inList({ pids_list: pids }, ...given),
  click: (...given) => members({ pid, variantId: variant, requestId: optionalId }, ...given),
  facets: (...given) => inList({ facets }, ...given),
  cart: (...given) =>
    members({ pid, qty: quantity, variantId: variant, requestId: optionalId }, ...given),
  order,
}

/** For optional values: `undefined` if something is wrong with them, without a report. */
const quietly: Field = { name: '', fail: () => undefined }

/** Reads the list that a page names; `undefined` if it names neither a query nor a page. */
export const parseList = (given: unknown): ListContext | undefined => list(given, quietly)

/** Reads an order's id; `undefined` if it is neither a string nor a number. */
export const parseOrderId = (given: unknown): string | undefined =>
  optional(getOwn(given, 'orderId'), quietly)

/**
 * Reads event data from a page, a server's JSON block or a tag manager.
 *
 * Only own members with the expected names are read, so nothing else can be sent.
 *
 * @param context - The list to use if the data names none.
 * @returns The fact, or a sentence for the shop's developer about the first mistake.
 */
export function parseEvent(
  action: unknown,
  data: unknown,
  context: ListContext | undefined,
): RawEvent | string {
  const name = typeof action === 'object' ? typeof action : String(action)
  const read = getOwn(readers, name) as Reader<unknown> | undefined
  if (!read) return `there is no action "${name}"; the actions are ${Object.keys(readers).join()}`

  let problem: string | undefined
  const fail: Fail = (found) => {
    problem ??= `${name}: ${found}`
    return undefined
  }
  const fact = { action, data: read(data, { name: '', fail, context }) } as RawEvent
  return problem ?? fact
}
