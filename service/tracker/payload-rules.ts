import {
  anything,
  id,
  listOf,
  oneOf,
  orderReference,
  orNull,
  price,
  text,
  units,
  variant,
  webAddress,
  words,
} from './checks.ts'
import {
  type Fields,
  facets,
  has,
  isChosen,
  isObject,
  type JsonObject,
  knownElsewhere,
  notesOf,
  notesOnEmptyLists,
  notesOnValues,
  type Shape,
  shaped,
} from './field-checks.ts'

/** The contract's verdict on a payload. */
export interface Findings {
  /** Faults, one sentence each; empty if the contract allows the payload. */
  readonly reasons: readonly string[]
  /** Fields that are accepted although the contract does not define them for the action. */
  readonly notes: readonly string[]
}

/** Checks the payload of one action. */
export type Rule = (data: JsonObject) => Findings

const where: Fields = { url: webAddress, referrer: text }

const visit: Fields = { visit_type: oneOf('first_time', 'repeat'), visitId: id }

/**
 * Fields that svc-tag adds to every action: its own name and version, the event's number on its page
 * (`<page>.<n>`), which reveals lost events, and whether a browser agent was the actor.
 */
const sender: Fields = { ver: words, seq: words, actor: oneOf('agent') }

/** The field that links an action to the Browse reply it came from; the contract defines it only for facets. */
const reply: Fields = { requestId: orNull(id) }

/** The contract lists these for impressions too, although they do not describe a list. */
const stray: Fields = { pid: id, qty: units, variantId: variant }

/** Joins the reports of one order and the shop's books; a part of a long order adds its place, `.1.2`. */
const reference: Fields = { ref: orderReference }

const line: Fields = { pid: id, qty: units, price }

/** Fields that the vendor's Magento module adds to a click. */
const strayOnClick: Fields = { prank: anything, query: orNull(text) }

interface Form extends Shape {
  /** Fields that are accepted with a note. */
  readonly noted?: Fields
  /** The note; by default it says that the contract does not define the field here. */
  readonly note?: (name: string) => string
}

const fixed = ({ required, optional, noted = {}, note }: Form): Rule => {
  const own = { ...required, ...sender, ...optional }
  const foreign = Object.fromEntries(
    Object.entries(knownElsewhere).filter(([name]) => !has(own, name)),
  )
  const check = shaped({ required, optional: { ...foreign, ...noted, ...sender, ...optional } })
  return (data) => ({
    reasons: check(data, ''),
    notes: [
      ...notesOf(data, foreign),
      ...notesOf(data, noted, note),
      ...notesOnValues(data),
      ...notesOnFacets(data),
    ],
  })
}

const notesOnFacets = ({ facets: given }: JsonObject): readonly string[] => [
  ...(isObject(given) && Object.values(given).some(isChosen)
    ? [
        'facets lists what is chosen; the contract has what was selected and deselected, with places.',
      ]
    : []),
  ...notesOnEmptyLists(given),
]

const noteOnStray = (name: string) => `${name} describes one product, and this event has a list.`

const refused = (reason: string): Findings => ({ reasons: [reason], notes: [] })

/** A list is either a search or a browse page; the page type of a browse page is always BOOLEAN. */
const ofList = ({ required, ...others }: Form): Rule => {
  const ofSearch = fixed({ required: { query: words, ...required }, ...others })
  const page: Fields = { page: words, page_type: oneOf('BOOLEAN') }
  const ofBrowse = fixed({ required: { ...page, ...required }, ...others })
  return (data) => {
    const isSearch = has(data, 'query')
    const isBrowse = has(data, 'page') || has(data, 'page_type')
    if (isSearch && isBrowse)
      return refused('query and page exclude each other: which list was it?')
    if (isSearch) return ofSearch(data)
    if (isBrowse) return ofBrowse(data)
    if (has(data, 'conversation_id')) return fixed({ required, ...others })(data)
    return refused('query (of a search) or page (of a browse page) is missing.')
  }
}

const lines = shaped({ required: line, optional: { variantId: variant } })

const orderOfOne = fixed({
  required: { ...line, ...where, ...visit },
  optional: { variantId: variant, ...reference },
})

const orderOfSeveral = fixed({
  required: { products: listOf(lines, { min: 1 }), ...where, ...visit },
  optional: reference,
})

/** The contract's table of actions. */
export const rules: ReadonlyMap<string, Rule> = new Map([
  ['visitor', fixed({ required: { ...where, ...visit } })],
  ['search', fixed({ required: { query: words, ...where }, optional: visit })],
  [
    'PRODUCT_IMPRESSIONS',
    ofList({
      required: { pids_list: listOf(id), ...where, ...visit },
      optional: reply,
      noted: stray,
      note: noteOnStray,
    }),
  ],
  [
    'click',
    fixed({
      required: { pid: id, ...where, ...visit },
      optional: { variantId: variant, ...reply },
      noted: strayOnClick,
    }),
  ],
  ['facets', ofList({ required: { facets, ...where, ...visit }, optional: reply })],
  [
    'cart',
    fixed({
      required: { pid: id, qty: units, ...where, visit_type: oneOf('first_time', 'repeat') },
      optional: { variantId: variant, visitId: id, ...reply },
    }),
  ],
  // A single product is written flat, several as `products`.
  ['order', (data) => (has(data, 'products') ? orderOfSeveral : orderOfOne)(data)],
])
