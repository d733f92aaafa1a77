import { attributeOf, composedAncestors, matches, queryAll } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { type AttributeName, attributeMarkup, type Markup } from '../../track/attributes'
import type { DoneRule } from '../cart-answer/done-rule'

/** Describes a page without `data-svc-` attributes: one rule for each mark, or several, of which the first with a value applies. */
export type PageMap = { readonly [M in AttributeName]?: MapRule | readonly MapRule[] }

/** Which elements have a mark, and its value. */
export interface MapRule {
  /** A CSS selector for the elements that have the mark. */
  readonly in: string
  /**
   * Where to read the value, as `selector@source`; either half may be missing. The selector finds an element inside. The source is an
   * attribute's name, `text` (the default), `.property`, `?parameter` or `/` (the path); the last two read the element's link if it is a
   * link, otherwise the page's address. Without `from`, the mark has no value, like an attribute without one.
   */
  readonly from?: string
  /** Where `from` and `per` start: at the closest ancestor that matches this selector. `html` is the whole page. */
  readonly at?: string
  /** A place, like `from`, that must exist; otherwise the element does not have the mark. */
  readonly needs?: string
  /**
   * A regular expression. The value is its first group, or the whole match without a group. An
   * element without a match does not have the mark.
   */
  readonly match?: string
  /** How the value is written, with `$1` and so on for the groups of `match`: `categoryPath:"$1"`. */
  readonly as?: string
  /** A regular expression for the separator between the levels of a category path; each match becomes `>`. */
  readonly levels?: string
  /** Decodes a value of an address, such as `caf%C3%A9`. */
  readonly decode?: 'uri'
  /** Of `cart`: how the shop confirms an addition, as `data-svc-cart-done` does. */
  readonly done?: string | DoneRule
  /** Reads amounts that are written like `1.299,00 €`. */
  readonly decimal?: ','
  /** Where to read the number by which an amount is divided, like `from`. For a line that shows the total price of all its units. */
  readonly per?: string
}

/** A number without its currency. */
const amountOf = (text: string, decimal = '.') =>
  Number(text.replace(new RegExp(`[^\\d${decimal}]`, 'g'), '').replace(',', '.'))

/** What Chrome and Edge put around or on a text that they have translated. */
const TRANSLATED = 'font[style*="vertical-align: inherit"],[_msttexthash]'

/** The texts of elements as the page wrote them. */
const originals = new WeakMap<Element, string>()

/** The text of an element, as it was before the browser translated it, if it was read then. */
function originalText(element: Element): string {
  const text = element.textContent ?? ''
  const isTranslated = [element, ...queryAll(element, TRANSLATED)].some((part) =>
    matches(part, TRANSLATED),
  )
  if (!isTranslated) originals.set(element, text)
  return originals.get(element) ?? text
}

/** The value at `from`; `undefined` if there is none. */
function textAt(element: Element, from: string, pageUrl: () => string): string | undefined {
  const [selector, source = 'text'] = from.split('@')
  const target = selector ? queryAll(element, selector)[0] : element
  if (!target) return undefined
  const name = source.slice(1)
  const url = () => new URL(String(Reflect.get(target, 'href') ?? pageUrl()))
  const readers: Readonly<Record<string, () => unknown>> = {
    '.': () => Reflect.get(target, name),
    '?': () => url().searchParams.get(name),
    '/': () => url().pathname,
  }
  const read = source === 'text' ? () => originalText(target) : readers[source.charAt(0)]
  return String((read ? read() : attributeOf(target, source)) ?? '').trim()
}

/** A rule whose selectors and expressions are valid. */
type ReadyRule = Omit<MapRule, 'levels'> & {
  readonly pattern: RegExp
  readonly levels: RegExp
}

/** Writes a match in the form that the rule defines. The match is not searched again, because it may depend on the text around it. */
function formOf(found: RegExpExecArray, { as, levels }: ReadyRule) {
  const form = as ?? (found.length > 1 ? '$1' : '$&')
  const value = form.replace(/\$(?:([$&])|(\d)|<(\w+)>)/g, (_, sign, group, name) => {
    if (sign) return sign === '$' ? '$' : found[0]
    return (group ? found[group] : found.groups?.[name]) ?? ''
  })
  return value.replace(levels, '>')
}

function valueBy(element: Element, rule: ReadyRule, pageUrl: () => string): string | undefined {
  const { from, at, needs, pattern, as, decode } = rule
  if (!from) return as ?? ''
  const start = at ? composedAncestors(element).find((part) => matches(part, at)) : element
  const isReady = start && (!needs || textAt(start, needs, pageUrl))
  const text = isReady && textAt(start, from, pageUrl)
  const found = text && pattern.exec(text)
  if (!found) return undefined
  const value = formOf(found, rule)
  const decoded = decode && attempt(() => decodeURIComponent(value))
  return amountBy(start, rule, pageUrl, decoded ?? value)
}

/** The value as a plain amount, if the rule defines how it is written or divided. */
function amountBy(
  start: Element,
  { decimal, per }: ReadyRule,
  pageUrl: () => string,
  value: string,
) {
  if (!decimal && !per) return value
  const pieces = per ? amountOf(textAt(start, per, pageUrl) ?? '') : 1
  return String(Number((amountOf(value, decimal) / pieces).toFixed(6)))
}

/** @throws SyntaxError for an invalid selector or regular expression. */
function ready(rule: MapRule): ReadyRule {
  const selectors = [rule.from, rule.per, rule.needs].map((from) => from?.split('@')[0])
  for (const selector of [rule.in, rule.at, ...selectors])
    new DocumentFragment().querySelector(selector || '*')
  return {
    ...rule,
    pattern: new RegExp(rule.match ?? '[^]*'),
    levels: new RegExp(rule.levels ?? '(?!)', 'g'),
  }
}

/**
 * Creates the markup of a page that is read with a map. Attributes on the page also count.
 *
 * @param onFault - Called with the name of each mark whose rule cannot be used, and the reason. The rule is then left out.
 */
export function createMapMarkup(
  map: PageMap,
  pageUrl: () => string,
  onFault: (problem: string) => void,
): Markup {
  const rulesFor = new Map<string, readonly ReadyRule[]>()
  for (const [mark, given] of Object.entries(map)) {
    try {
      rulesFor.set(mark, [given].flat().map(ready))
    } catch (fault) {
      onFault(`map.${mark}: ${(fault as Error).message}`)
    }
  }
  const waiting = [map.cart ?? []].flat().filter(({ done }) => done)
  if (waiting.length)
    rulesFor.set(
      'cart-done',
      waiting.map(({ in: at, done }) =>
        ready({ in: at, as: typeof done === 'string' ? done : JSON.stringify(done) }),
      ),
    )
  const rulesOf = (mark: AttributeName) => rulesFor.get(mark) ?? []

  /** A list counts as one even if its rule finds no name for it, because its contents belong to no other list. */
  const isMarked = (element: Element, mark: string, rule: ReadyRule) =>
    matches(element, rule.in) &&
    (/query|page/.test(mark) || valueBy(element, rule, pageUrl) !== undefined)

  /** Attributes whose change may change a value while its element stays. */
  const named = (JSON.stringify(map).match(/[@[][a-z][\w-]*/g) ?? []).map((text) => text.slice(1))

  return {
    selector: (...marks) =>
      [attributeMarkup.selector(...marks), ...marks.flatMap(rulesOf).map((rule) => rule.in)].join(),
    read(element, mark) {
      let value = attributeMarkup.read(element, mark)
      for (const rule of rulesOf(mark))
        if (matches(element, rule.in)) value ??= valueBy(element, rule, pageUrl)
      return value
    },
    namesOf: (element) => [
      ...attributeMarkup.namesOf(element),
      ...[...rulesFor].flatMap(([mark, rules]) =>
        rules.some((rule) => isMarked(element, mark, rule)) ? mark : [],
      ),
    ],
    observed: [...attributeMarkup.observed, ...named],
  }
}
