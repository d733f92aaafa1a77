import type { MapRule, PageMap } from '../../map/map-markup'
import type { ProposedRule } from '../inspector-api'
import { tryRules } from '../map-trial'
import { findCartControls } from './cart-controls'
import { type CartProposal, pageCartRule, tileCartRule } from './cart-rule'
import { findGrid, type Grid, shapeOf } from './grid'
import { tileIdRule } from './id-rule'
import { findSearchForms, isStart, listName, searchSelector } from './list-rule'
import { selectorFor } from './selectors'

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
  const isSearch = new URL(document.URL).search !== ''
  if (isStart(document.URL) && !isSearch) return { kind: 'start', grid, controls: [] }
  if (saysProduct()) return { kind: 'product', grid: undefined, controls: [] }
  return grid ? { kind: 'list', grid, controls: inTiles } : { kind: 'other', grid, controls: all }
}

/** Facts about a proposal besides its rules: which of them are certain, and how many other elements they correctly do not match. */
interface Notes {
  readonly sure: Set<string>
  /** By mark. */
  readonly others: Map<string, number>
  readonly left: string[]
}

function listMap({ grid, kind }: Parts, notes: Notes): PageMap {
  if (!grid) return {}
  const id = tileIdRule(grid.tiles)
  const name = kind === 'start' ? undefined : listName(grid.list)
  if (!name) {
    notes.left.push('list: the start page shows products, but not their list')
    return {}
  }
  if (!id) {
    notes.left.push('product: the tiles have no id in common')
    return {}
  }
  const mark = 'query' in name.map ? 'query' : 'page'
  if (name.isSure) notes.sure.add(mark)
  if (id.isSure) notes.sure.add('product')
  notes.others.set('product', grid.element.childElementCount - grid.tiles.length)
  return { ...name.map, product: { in: grid.tile, ...id.rule } }
}

function cartMap({ grid, controls }: Parts, hasProducts: boolean, notes: Notes): PageMap {
  if (controls.length === 0) return {}
  const proposal: CartProposal =
    grid && hasProducts ? tileCartRule(controls, grid) : pageCartRule(controls)
  if (proposal.problem) notes.left.push(`cart: ${proposal.problem}`)
  if (proposal.isSure) notes.sure.add('cart')
  notes.others.set('cart', proposal.others)
  return proposal.rule ? { cart: proposal.rule } : {}
}

function searchMap(forms: readonly Element[], notes: Notes): PageMap {
  if (forms.length === 0) return {}
  const selector = searchSelector(forms)
  if (!selector) notes.left.push('search: nothing distinguishes the form from other forms')
  notes.sure.add('search')
  notes.others.set('search', document.forms.length - forms.length)
  return selector ? { search: { in: selector } } : {}
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

/** Looks for a list of products, a search box and cart buttons, and proposes a map that reads them; `undefined` if the page seems to have none. */
export function proposeMap() {
  const parts = readParts()
  const forms = findSearchForms()
  const element = parts.grid?.element ?? forms[0] ?? parts.controls[0]
  if (!element) return undefined
  const notes: Notes = { sure: new Set(), others: new Map(), left: [] }
  const list = listMap(parts, notes)
  const map: PageMap = {
    ...list,
    ...searchMap(forms, notes),
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
  }
}
