import { composedAncestors, queryWithin } from '../../../browser/dom'
import { type AttributeName, attributeMarkup, has, read, selector } from '../../../track/attributes'
import { UNRENDERED } from '../../../wire/fields'
import type { Finding } from '../inspector-api'
import { everywhere } from '../page-elements'

/** Checks the page for one kind of mistake. */
export type Rule = () => readonly Finding[] | Promise<readonly Finding[]>

/** The innermost element around this one, or itself, that carries one of the attributes. */
export const around = (element: Element, ...names: readonly AttributeName[]): Element | undefined =>
  composedAncestors(element).find((part) => names.some((name) => has(part, name)))

/** All elements with one of the attributes, except deliberately ignored ones. */
export const all = (...names: readonly AttributeName[]): readonly Element[] =>
  everywhere(selector(...names)).filter((element) => !around(element, 'ignore'))

/** The text as it is drawn, so that cells of a table are apart. */
// biome-ignore lint/performance/useDomNodeTextContent: the text of the tree joins the cells.
export const textOf = (element: Element): string => (element as HTMLElement).innerText?.trim() ?? ''

/** The tiles of a list, without those of a list inside of it. */
export const tilesOf = (list: Element): readonly Element[] =>
  queryWithin(list, selector('product')).filter((tile) => around(tile, 'query', 'page') === list)

/** The product ids of a list's tiles. */
export const pidsOf = (list: Element): readonly string[] =>
  tilesOf(list).map((tile) => read(tile, 'product') ?? '')

/** Whether an element has a mark by the map alone. */
export const isMapped = (element: Element, ...names: readonly AttributeName[]): boolean =>
  names.every((name) => attributeMarkup.read(element, name) === undefined)

/** Whether a text is an unrendered template, or a script's text for a missing value. */
export const isUnrendered = (text: unknown): boolean =>
  typeof text === 'string' && UNRENDERED.test(text.trim())

/** The texts of a finding. */
export type FindingText = Pick<Finding, 'message' | 'fix'>

/** Makes the findings of one rule. */
export const findingOf =
  (rule: string, severity: Finding['severity']) =>
  (element: Element | undefined, { message, fix }: FindingText): Finding => ({
    rule,
    severity,
    element,
    message,
    fix,
  })

/** Makes a rule about the page as a whole. */
export const pageRule =
  (
    name: string,
    severity: Finding['severity'],
    find: () => readonly FindingText[] | Promise<readonly FindingText[]>,
  ): Rule =>
  async () =>
    (await find()).map((text) => findingOf(name, severity)(undefined, text))

/** Makes a rule that finds one mistake on elements. */
export const ruleOf = (
  name: string,
  severity: Finding['severity'],
  find: () => readonly Element[],
  text: FindingText | ((element: Element) => FindingText),
): Rule => {
  const finding = findingOf(name, severity)
  return () =>
    find().map((element) => finding(element, typeof text === 'function' ? text(element) : text))
}
