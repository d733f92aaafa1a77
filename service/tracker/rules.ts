import { anything, id, listOf, oneOf, price, text, units, webAddress, words } from './checks.ts'
import { facets } from './facets.ts'
import { type Fields, has, type JsonObject, type Shape, shaped } from './fields.ts'

/** What is wrong with the payload of one action; nothing when the contract allows it. */
export type Rule = (data: JsonObject) => readonly string[]

/** Where it happened. */
const where: Fields = { url: webAddress, referrer: text }

/** In which visit. */
const visit: Fields = { visit_type: oneOf('first_time', 'repeat'), visitId: id }

/**
 * What svc-tag sends with every action beyond the contract: its own name and version, and the
 * place of the event among those of its page (`<page>.<n>`), which shows what was lost.
 */
const sender: Fields = { ver: words, seq: words }

/** What joins an action to the Browse reply it came from; the contract has it for facets only. */
const reply: Fields = { requestId: id }

/** The impression rows of the contract list these too, though they belong to no list. */
const stray: Fields = { pid: id, qty: units, variantId: id }

const line: Fields = { pid: id, qty: units, price }

const fixed =
  ({ required, optional }: Shape): Rule =>
  (data) =>
    shaped({ required, optional: { ...sender, ...optional } })(data, '')

/** A list is a search or a browse page, and the page type of a browse page is always BOOLEAN. */
const ofList =
  ({ required, optional }: Shape): Rule =>
  (data) => {
    const isSearch = has(data, 'query')
    const isBrowse = has(data, 'page') || has(data, 'page_type')
    if (isSearch && isBrowse) return ['query and page exclude each other: which list was it?']
    if (!isSearch && !isBrowse)
      return ['query (of a search) or page (of a browse page) is missing.']
    const list: Fields = isSearch ? { query: words } : { page: words, page_type: oneOf('BOOLEAN') }
    return fixed({ required: { ...list, ...required }, ...(optional && { optional }) })(data)
  }

/** One product is written flat, several as `products`. */
const order: Rule = (data) => {
  const lines = shaped({ required: line, optional: { variantId: id } })
  const common = { ...where, ...visit }
  if (!has(data, 'products')) {
    return fixed({ required: { ...line, ...common }, optional: { variantId: id } })(data)
  }
  return fixed({ required: { products: listOf(lines, { min: 1 }), ...common } })(data)
}

/** The contract's table of actions, row by row. */
export const rules: ReadonlyMap<string, Rule> = new Map([
  ['visitor', fixed({ required: { ...where, ...visit }, optional: { _uf: anything } })],
  ['search', fixed({ required: { query: words, ...where }, optional: visit })],
  [
    'PRODUCT_IMPRESSIONS',
    ofList({
      required: { pids_list: listOf(id), ...where, ...visit },
      optional: { ...stray, ...reply },
    }),
  ],
  [
    'click',
    fixed({ required: { pid: id, ...where, ...visit }, optional: { variantId: id, ...reply } }),
  ],
  ['facets', ofList({ required: { facets, ...where, ...visit }, optional: reply })],
  [
    'cart',
    fixed({
      required: { pid: id, qty: units, ...where, visit_type: oneOf('first_time', 'repeat') },
      optional: { variantId: id, visitId: id, ...reply },
    }),
  ],
  ['order', order],
])
