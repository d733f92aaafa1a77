import { composedAncestors } from '../../../browser/dom'
import { type AttributeName, attributeMarkup } from '../../../track/attributes'
import type { ListContext } from '../../../wire/list-and-order'
import type { Finding, Inspected } from '../inspector-api'
import { emptyOnPurpose } from '../map-trial'
import { everywhere } from '../page-elements'
import type { Written } from './settings-rules'

/** How the tag itself reads the page. The rules check the result. */
export interface Reading {
  /** The list that an element belongs to. */
  readonly listAround: (element: Element) => ListContext | undefined
  /** How many values a facet offers. */
  readonly valuesOf: (group: Element) => number
  /** The value of an attribute of an element, or of a field near it. */
  readonly near: (element: Element, name: 'price' | 'qty') => string | undefined
  /** Whether a text is an unrendered template, or a script's text for a missing value. */
  readonly isUnrendered: (text: unknown) => boolean
}

export interface AuditDeps {
  readonly document: Document
  readonly tag: Inspected
  readonly reading: Reading
  readonly written: Written
}

/** The page as a rule sees it. */
export interface AuditedPage extends Reading {
  readonly document: Document
  readonly tag: Inspected
  readonly written: Written
  readonly read: (element: Element, name: AttributeName) => string | undefined
  /** All elements with one of the attributes, except deliberately ignored ones. */
  readonly all: (...names: readonly AttributeName[]) => readonly Element[]
  /** Whether an element has a mark by the map alone. */
  readonly isMapped: (element: Element, ...names: readonly AttributeName[]) => boolean
  /** Tells whether the map lets an element lack a value. */
  readonly emptyOnPurpose: (...names: readonly AttributeName[]) => (element: Element) => boolean
  /** The innermost element around this one, or itself, that carries one of the attributes. */
  readonly around: (element: Element, ...names: readonly AttributeName[]) => Element | undefined
}

/** Checks the page for one kind of mistake. */
export type Rule = (page: AuditedPage) => readonly Finding[] | Promise<readonly Finding[]>

/** Reads the page as it is now. */
export function auditedPage({ document, tag, reading, written }: AuditDeps): AuditedPage {
  const { markup } = tag
  const around: AuditedPage['around'] = (element, ...names) =>
    composedAncestors(element).find((part) =>
      names.some((name) => markup.read(part, name) !== undefined),
    )
  return {
    ...reading,
    document,
    tag,
    written,
    read: markup.read,
    around,
    isMapped: (element, ...names) =>
      names.every((name) => attributeMarkup.read(element, name) === undefined),
    emptyOnPurpose: (...names) => emptyOnPurpose(document, tag.settings.map ?? {}, names),
    all: (...names) =>
      everywhere(document, markup.selector(...names)).filter(
        (element) => !around(element, 'ignore'),
      ),
  }
}

/** The texts of a finding. */
export type FindingText = Omit<Finding, 'rule' | 'severity' | 'element' | 'count' | 'map'>

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

/** Makes a rule that finds one mistake on elements. */
export const ruleOf = (
  name: string,
  severity: Finding['severity'],
  find: (page: AuditedPage) => readonly Element[],
  text: FindingText | ((element: Element, page: AuditedPage) => FindingText),
): Rule => {
  const finding = findingOf(name, severity)
  return (page) =>
    find(page).map((element) =>
      finding(element, typeof text === 'function' ? text(element, page) : text),
    )
}
