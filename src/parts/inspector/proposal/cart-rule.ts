import type { MapRule } from '../../map/map-markup'
import {
  CART_NAME,
  cartTraits,
  cartWords,
  controlsOf,
  formOf,
  isCartForm,
  labelOf,
} from './cart-controls'
import type { Grid } from './grid'
import { pageIdRule } from './id-rule'
import { actionSelectors, HAS, ownSelectors, selectorApart, withoutHas } from './selectors'

/** A rule for cart controls, or the reason why there is none. */
export interface CartProposal {
  readonly rule?: MapRule
  /** On how many other controls or forms of the page the rule was tried. */
  readonly others: number
  /** Whether no other control of this page could be meant. Another page has to agree. */
  readonly isSure: boolean
  readonly problem?: string
  /** The product's id on its page. */
  readonly id?: string | undefined
}

const isNested = (one: Element, other: Element) => one.contains(other) || other.contains(one)

/** The forms that the controls submit, if all of them lead to the cart; otherwise the controls. */
function targetsOf(controls: readonly Element[]): readonly Element[] {
  const forms = controls.map(formOf)
  const areCarts = forms.every((form) => form && isCartForm(form))
  return areCarts ? [...new Set(forms as Element[])] : controls
}

function othersThan(targets: readonly Element[]): readonly Element[] {
  const all = targets.every(({ localName }) => localName === 'form')
    ? [...document.forms]
    : controlsOf()
  return all.filter((one) => !targets.some((target) => isNested(target, one)))
}

/** Selectors that use the cart form: for a control in it that is not a button, or for a form with a field that names its action. */
function byCartForm(control: Element): readonly string[] {
  if (control.matches(ADDS_LINES)) return [ADDS_LINES]
  const form = control.closest('form')
  const [outer] = form && form !== control && isCartForm(form) ? actionSelectors(form) : []
  return outer ? ownSelectors(control).map((inner) => `${outer} ${inner}`) : []
}

/** In Hydrogen, every such form leads to the cart, even forms that remove lines. */
const ADDS_LINES = `form${HAS}[name='cartFormInput'][value*='LinesAdd'])`

/** Selectors that all targets share. */
const traitsOf = ([first, ...more]: readonly Element[]) =>
  (first ? [...cartTraits(first), ...byCartForm(first)] : []).filter((trait) =>
    more.every((one) => one.matches(trait)),
  )

/** Selectors that indicate the cart by themselves, in any language. A class may also be used for "Select options". */
const isTelling = (selector: string, traits: readonly string[]) =>
  traits.some((trait) => selector.endsWith(trait)) || /^form\[action|#\S*$/.test(lastOf(selector))

const lastOf = (selector: string) => selector.split(' ').slice(-1)[0] ?? ''

const escaped = (text: string) =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')

/** The label as a condition: the value is empty if the label means the cart, and absent otherwise. */
function labelCondition(targets: readonly Element[]): Omit<MapRule, 'in'> | undefined {
  const labels = targets.map(labelOf)
  const [[source] = ['@text']] = labels
  const words = labels.map(([, label]) => cartWords(label))
  if (words.some((word) => !word) || labels.some(([other]) => other !== source)) return undefined
  const match = [...new Set(words.map((word = '') => escaped(word)))].join('|')
  return { from: source, match: `^(?:${match})[^]*`, as: '' }
}

const nameOf = (element: Element) => {
  const [, label] = labelOf(element)
  return label ? `“${label.replace(/\s+/g, ' ').slice(0, 40)}”` : `<${element.localName}>`
}

/** A rule that also reads the label, for classes that other controls may have on another page. */
function labelledRule(controls: readonly Element[], selector: string): MapRule | undefined {
  const condition = labelCondition(controls)
  return condition && { in: selector, ...condition }
}

/** A rule for the controls in the tiles of a grid, where the tile names the product. */
export function tileCartRule(controls: readonly Element[], { tile }: Grid): CartProposal {
  const targets = targetsOf(controls)
  const others = othersThan(targets)
  const traits = traitsOf(targets)
  const apart = selectorApart({ meant: targets, others, scope: tile, first: traits })
  if (apart && isTelling(apart, traits))
    return { rule: withoutHas({ in: apart }), others: others.length, isSure: true }
  const widest = selectorApart({ meant: controls, others: [], scope: tile })
  const selector = targets === controls ? (apart ?? widest) : widest
  const rule = selector && labelledRule(controls, selector)
  const isSure = false
  if (rule) return { rule, others: others.length, isSure }
  const problem = apart && 'the controls do not say that they are for the cart'
  return { others: others.length, isSure, problem: problem ?? problemOf(targets, others, tile) }
}

/** Whether no other control of a product page matches. */
const isClear = (selector: string, traits: readonly string[]) =>
  isTelling(selector, traits) || CART_NAME.test(lastOf(selector))

/** A rule for the control of a product page, or for controls that name their products themselves. */
export function pageCartRule(controls: readonly Element[]): CartProposal {
  const targets = targetsOf(controls)
  const others = othersThan(targets)
  const traits = traitsOf(targets)
  const [target] = targets
  const id = target && pageIdRule(target)
  const selector = selectorApart({ meant: targets, others, first: traits })
  if (id && selector) {
    const isSure = isClear(selector, traits)
    return {
      rule: withoutHas({ in: selector, ...id.rule }),
      others: others.length,
      isSure,
      id: id.value,
    }
  }
  const problem = id ? problemOf(targets, others) : 'the page names no id of its product'
  return { others: others.length, isSure: false, problem }
}

/** Names an element that the best selector would match by mistake. */
function problemOf(targets: readonly Element[], others: readonly Element[], scope = ''): string {
  const [target] = targets
  const selectors = target ? ownSelectors(target).map((own) => `${scope} ${own}`.trim()) : []
  const confused = others.find((other) => selectors.some((one) => other.matches(one)))
  return confused
    ? `nothing distinguishes the controls from ${nameOf(confused)}`
    : 'the controls have nothing in common'
}
