import type { ProductId } from '../brand'
import {
  type Action,
  type ActionData,
  type FacetChange,
  type FacetChanges,
  type FacetsReset,
  type FacetValue,
  type Fact,
  type ListContext,
  listFields,
  type OrderLineData,
  orderData,
  ownMember,
  placeText,
  priceText,
  quantityText,
} from '../events'

/** Reads the members of what a page handed over; the first thing that is wrong is kept. */
type Reader = ReturnType<typeof createReader>

function createReader(data: unknown, context: ListContext | undefined) {
  let problem: string | undefined

  function fail(text: string): never | '' {
    problem ??= text
    return ''
  }

  function optional(name: string, from = data): string | undefined {
    const value = ownMember(from, name)
    if (value === undefined || value === null) return undefined
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    return (typeof value === 'string' && value.trim()) || fail(`${name} needs a text`)
  }

  const text = (name: string, from = data) => optional(name, from) ?? fail(`${name} is missing`)

  const items = (name: string, from = data): readonly unknown[] => {
    const list = ownMember(from, name)
    if (Array.isArray(list)) return list
    fail(`${name} needs a list`)
    return []
  }

  const read = {
    problem: () => problem,
    text,
    items,
    fail,
    /** A member of its own name, left out when there is none. */
    given: <Name extends string>(name: Name, from = data): { readonly [N in Name]?: string } => {
      const value = optional(name, from)
      return (value ? { [name]: value } : {}) as { readonly [N in Name]?: string }
    },
    quantity: (from = data) =>
      quantityText(optional('qty', from) ?? 1) ?? fail('qty needs a positive whole number'),
    price: (from = data) =>
      priceText(text('price', from)) ?? fail('price needs a number with a dot, e.g. "1299.00"'),
    place: (from: unknown) => placeText(text('prank', from)) ?? fail('prank needs a whole number'),
    list() {
      const query = optional('query')
      const page = optional('page')
      const requestId = optional('requestId')
      const named = query ? { query } : page && { page }
      if (!named && !context) fail('query or page is missing')
      return listFields({
        ...(named || context || { query: '' }),
        ...(requestId && { requestId }),
      })
    },
  }
  return read
}

const orderLine =
  (read: Reader) =>
  (from: unknown): OrderLineData => ({
    pid: read.text('pid', from) as ProductId,
    qty: read.quantity(from),
    price: read.price(from),
    ...read.given('variantId', from),
  })

const facetValues = (read: Reader, facet: unknown, name: 'selected' | 'deselected') =>
  ownMember(facet, name) === undefined
    ? {}
    : {
        [name]: read.items(name, facet).map(
          (value): FacetValue => ({
            prank: read.place(value),
            val: read.text('val', value),
          }),
        ),
      }

function facets(read: Reader, given: unknown): FacetChanges | FacetsReset {
  if (ownMember(given, 'unxFacetsReset') === true) return { unxFacetsReset: true }

  const names = typeof given === 'object' && given !== null ? Object.keys(given) : []
  if (names.length === 0) read.fail('facets needs a map from facet name to its changes')
  return Object.fromEntries(
    names.map((name): [string, FacetChange] => {
      const facet = ownMember(given, name)
      return [
        name,
        {
          prank: read.place(facet),
          ...facetValues(read, facet, 'selected'),
          ...facetValues(read, facet, 'deselected'),
        },
      ]
    }),
  )
}

/** Every action with how its data is read: names as in the contract, texts and numbers alike. */
const readers: { readonly [A in Action]: (read: Reader, data: unknown) => ActionData[A] } = {
  visitor: () => ({}),
  search: (read) => ({ query: read.text('query') }),
  PRODUCT_IMPRESSIONS: (read, data) => ({
    ...read.list(),
    pids_list: read
      .items('pids_list')
      .map((_, index) => read.text(String(index), ownMember(data, 'pids_list')) as ProductId),
  }),
  click: (read) => ({
    pid: read.text('pid') as ProductId,
    ...read.given('variantId'),
    ...read.given('requestId'),
  }),
  facets: (read, data) => ({ ...read.list(), facets: facets(read, ownMember(data, 'facets')) }),
  cart: (read) => ({
    pid: read.text('pid') as ProductId,
    qty: read.quantity(),
    ...read.given('variantId'),
    ...read.given('requestId'),
  }),
  order(read, data) {
    if (ownMember(data, 'products') === undefined) return orderLine(read)(data)
    const lines = read.items('products')
    if (lines.length === 0) read.fail('products needs at least one line')
    return orderData(lines.map(orderLine(read)))
  },
}

/**
 * Reads what a page, a server's JSON block or a tag manager handed over.
 *
 * Only own members of the expected names are looked at, so nothing else can reach the wire.
 *
 * @param context - The list to use when the data names none.
 * @returns The fact, or the first thing that is wrong with it as a sentence for the shop's developer.
 */
export function factFrom(
  action: unknown,
  data: unknown,
  context: ListContext | undefined,
): Fact | string {
  const reader = ownMember(readers, String(action)) as (typeof readers)[Action] | undefined
  if (!reader)
    return `there is no action "${action}"; the actions are ${Object.keys(readers).join()}`

  const read = createReader(data, context)
  const fact = { action, data: reader(read, data) } as Fact
  const problem = read.problem()
  return problem === undefined ? fact : `${action}: ${problem}`
}
