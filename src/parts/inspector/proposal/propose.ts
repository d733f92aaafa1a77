import type { MapRule, PageMap } from '../../map/map-markup'
import type { ProposedRule } from '../inspector-api'
import { tryRules } from '../map-trial'
import { findCartControls } from './cart-controls'
import { type CartProposal, pageCartRule, tileCartRule } from './cart-rule'
import { findGrid, type Grid, shapeOf } from './grid'
import { pageIdRule, tileIdRules } from './id-rule'
import { findSearchForms, isStart, listName, searchSelectors } from './list-rule'
import { cartIdOn, hasTileFor, listPageOf, productPageOf, readOtherPage } from './other-page'
import { selectorFor, withoutHas } from './selectors'

/** Pages for bought or saved products. */
const BOUGHT =
  /\/(?:cart|basket|bag|checkout|warenkorb|kasse|panier|commande|carrito|carrello|winkelwagen|orders?|account|wish-?list)(?:[/.]|$)/i

/** Whether a control is repeated and so belongs to tiles, of a list or of recommendations. */
function isRepeated(control: Element, controls: readonly Element[]): boolean {
  for (let part: Element | null = control; part?.parentElement; part = part.parentElement) {
    const shape = shapeOf(part)
    const alike = [...part.parentElement.children].filter(
      (sibling) =>
        sibling !== part &&
        shapeOf(sibling) === shape &&
        controls.some((one) => sibling.contains(one)),
    )
    if (alike.length > 1) return true
  }
  return false
}

const saysProduct = () =>
  /^(?:og:)?product(?:\.item)?$/.test(
    document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '',
  )

/** With more controls than this, it is not the page of one product. */
const MOST_MAIN = 3

/** The page, as the proposal reads it. */
interface Parts {
  readonly kind: 'list' | 'product' | 'start' | 'bought' | 'other'
  readonly grid: Grid | undefined
  readonly controls: readonly Element[]
  /** Another page of the shop: of the first product, or one that lists this product. */
  readonly other?: Document | undefined
}

const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

function readParts(): Parts {
  if (BOUGHT.test(new URL(document.URL).pathname))
    return { kind: 'bought', grid: undefined, controls: [] }
  const grid = findGrid()
  const all = findCartControls()
  const inTiles = all.filter((one) => grid?.tiles.some((tile) => tile.contains(one)))
  const main = all.filter((one) => !inTiles.includes(one) && !isRepeated(one, all))
  const [first] = main
  const isMain = first && main.length <= MOST_MAIN && (!grid || isBefore(first, grid.element))
  if (isMain || (saysProduct() && first))
    return { kind: 'product', grid: undefined, controls: main }
  if (isStart(document.URL)) return { kind: 'start', grid, controls: [] }
  if (saysProduct()) return { kind: 'product', grid: undefined, controls: [] }
  return grid ? { kind: 'list', grid, controls: inTiles } : { kind: 'other', grid, controls: all }
}

/** Facts about a proposal besides its rules: which of them are certain, and how many other elements they correctly do not match. */
interface Notes {
  readonly sure: Set<string>
  /** By mark. */
  readonly others: Map<string, number>
  readonly left: string[]
  /** What another page of the shop contradicts. */
  readonly doubts: string[]
}

/** The id of the first tile that its own cart form submits. */
const cartIdIn = (tile: Element | undefined, controls: readonly Element[]) => {
  const own = controls.find((control) => tile?.contains(control))
  return own && pageIdRule(own)?.value
}

/** Chooses the ids that the cart uses, on the tile or on the product's page. Sure if that page has the same. */
function chosenIds({ grid, controls, other }: Parts) {
  const ids = tileIdRules(grid?.tiles ?? [])
  const [tile] = grid?.tiles ?? []
  const onPage = cartIdOn(other)
  const wanted = cartIdIn(tile, controls) ?? onPage
  const used = ids.find(({ values }) => wanted !== undefined && values[0] === wanted)
  const id = used ?? ids[0]
  const [shown] = id?.values ?? []
  return { id, isSure: onPage !== undefined && shown === onPage, onPage, shown }
}

function listMap(parts: Parts, notes: Notes): PageMap {
  const { grid, kind, other } = parts
  if (!grid) return {}
  const { id, isSure, onPage, shown } = chosenIds(parts)
  const name = kind === 'start' ? undefined : listName(grid.list)
  if (!name) {
    notes.left.push('list: the start page shows products, but not their list')
    return {}
  }
  if (!id) {
    notes.left.push('product: the tiles have no id in common')
    return {}
  }
  const { parameter } = name
  if (parameter && other?.querySelector(`form [name='${CSS.escape(parameter)}']`))
    notes.sure.add('query')
  if (isSure) notes.sure.add('product')
  else if (onPage !== undefined)
    notes.doubts.push(`The first tile says ${shown}, and the cart of its product page ${onPage}`)
  notes.others.set('product', grid.element.childElementCount - grid.tiles.length)
  return { ...name.map, product: { in: grid.tile, ...id.rule } }
}

/** Whether another page has a control for the cart that the last part of a rule matches, too. */
const hasControl = (page: Document | undefined, { in: selector }: MapRule) =>
  page !== undefined &&
  findCartControls(page).some((control) =>
    [control, control.closest('form')].some((one) =>
      one?.matches(selector.split(' ').slice(-1)[0] ?? ''),
    ),
  )

function cartMap({ grid, controls, other }: Parts, hasProducts: boolean, notes: Notes): PageMap {
  if (controls.length === 0) return {}
  const isTile = grid !== undefined && hasProducts
  const proposal: CartProposal = isTile ? tileCartRule(controls, grid) : pageCartRule(controls)
  const { rule, problem, isSure, others, id } = proposal
  if (problem) notes.left.push(`cart: ${problem}`)
  const isConfirmed = isTile ? rule && hasControl(other, rule) : hasTileFor(other, id)
  if (isSure && isConfirmed) notes.sure.add('cart')
  notes.others.set('cart', others)
  return rule ? { cart: rule } : {}
}

function searchMap(forms: readonly Element[], { other }: Parts, notes: Notes): PageMap {
  if (forms.length === 0) return {}
  const selectors = searchSelectors(forms)
  if (!selectors) notes.left.push('search: nothing distinguishes the form from other forms')
  if (selectors?.every((one) => other?.querySelectorAll(one).length === 1)) notes.sure.add('search')
  notes.others.set('search', document.forms.length - forms.length)
  const rules = (selectors ?? []).map((one) => withoutHas({ in: one }))
  const [only, ...more] = rules
  return only ? { search: more.length ? rules : only } : {}
}

const ruleNotes = (map: PageMap, { sure, others }: Notes) =>
  tryRules(map).map(
    (trial): ProposedRule => ({
      mark: trial.name,
      in: trial.in,
      finds: trial.values,
      first: trial.first || undefined,
      others: others.get(trial.name) ?? 0,
      certainty: sure.has(trial.name) ? 'sure' : 'check',
    }),
  )

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Describes the findings in words, each with its selector. */
function wordsFor({ grid, controls }: Parts, forms: readonly Element[], map: PageMap) {
  const [form] = forms
  const [control] = controls
  const cart = map.cart as MapRule | undefined
  return [
    ...(grid
      ? [
          `a list of ${grid.tiles.length} products${map.product ? '' : ' without ids'} (${grid.list})`,
        ]
      : []),
    ...(form ? [`a search box (${selectorFor(form)})`] : []),
    ...(control
      ? [`${counted(controls.length, 'add-to-cart control')} (${cart?.in ?? selectorFor(control)})`]
      : []),
  ]
}

/** The page that has to agree with this one. */
const otherPageFor = ({ kind, grid }: Parts) =>
  kind === 'list' ? productPageOf(grid?.tiles[0]) : listPageOf()

/** Looks for a list of products, a search box and cart buttons, and proposes a map that reads them; `undefined` if the page seems to have none. */
export async function proposeMap() {
  const here = readParts()
  const forms = findSearchForms()
  const element = here.grid?.element ?? forms[0] ?? here.controls[0]
  if (!element) return undefined
  const parts = { ...here, other: await readOtherPage(otherPageFor(here)) }
  const notes: Notes = { sure: new Set(), others: new Map(), left: [], doubts: [] }
  const list = listMap(parts, notes)
  const map: PageMap = {
    ...list,
    ...searchMap(forms, parts, notes),
    ...cartMap(parts, list.product !== undefined, notes),
  }
  return {
    /** The first element that was found. */
    element,
    /** In words: `a list of 24 products (ul.grid)`. */
    found: wordsFor(parts, forms, map),
    map,
    rules: ruleNotes(map, notes),
    /** Parts without a rule, each with the reason. */
    left: notes.left,
    /** Sentences without a full stop about what another page contradicts. */
    doubts: notes.doubts,
  }
}
