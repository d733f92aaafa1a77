import type { Locator, Page } from '@playwright/test'
import type { SessionStep } from './replay-session.ts'

/** Repeats on the page what the shopper did. Returns the reason if that was not possible. */
type Play = (page: Page, step: SessionStep) => Promise<string | undefined>

/** Long enough for a tile to count with the dwell that the fixture sets. */
const LOOK_MS = 500

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const search: Play = async (page, { data, element }) => {
  const query = textOf(data.query)
  const suggestion = await findFirst(page, [attributeSelector('search', query)])
  if (suggestion) return void (await suggestion.click())
  const box = await findFirst(page, [attributeSelector('search'), element])
  const field =
    box &&
    (await findFirst(box, [
      attributeSelector('search-input'),
      '[type=search]',
      '[type=text]',
      'input',
    ]))
  if (!field) return 'no element carries data-svc-search with a field in it'
  await field.fill(query)
  await field.press('Enter')
}

const impressions: Play = async (page, { data }) => {
  const missing: string[] = []
  for (const pid of listOf(data.pids_list).map(textOf)) {
    const tile = await findFirst(page, [attributeSelector('product', pid)])
    await tile?.scrollIntoViewIfNeeded()
    if (tile) await page.waitForTimeout(LOOK_MS)
    else missing.push(pid)
  }
  return missing.length ? `no tile carries data-svc-product for ${missing.join(', ')}` : undefined
}

const click: Play = async (page, { data, element }) => {
  const pid = textOf(data.pid)
  const tile = await findFirst(page, [attributeSelector('product', pid), element])
  if (!tile) return `no tile carries data-svc-product for ${pid}`
  await ((await findFirst(tile, ['a[href]'])) ?? tile).click()
}

/** Writes a value into the field with a mark: inside the control, its form or its tile, or else the only such field of the page. */
async function setField(page: Page, near: Locator, [name, value]: readonly [string, string]) {
  const around = near.locator('xpath=ancestor-or-self::*[self::form or @data-svc-product][1]')
  const field =
    (await findFirst(around, [attributeSelector(name)])) ??
    (await findFirst(page, [attributeSelector(name)]))
  const kind = await field?.evaluate((element) => element.localName)
  if (kind === 'select') await field?.selectOption(value)
  if (kind === 'input') await field?.fill(value)
}

const cart: Play = async (page, { data, element }) => {
  const pid = textOf(data.pid)
  const inTile = `${attributeSelector('product', pid)} ${attributeSelector('cart')}`
  const control = await findFirst(page, [attributeSelector('cart', pid), inTile, element])
  if (!control) return `no control carries data-svc-cart for ${pid}`
  if (data.variantId) await setField(page, control, ['variant', textOf(data.variantId)])
  if (data.qty && data.qty !== '1') await setField(page, control, ['qty', textOf(data.qty)])
  const isForm = await control.evaluate((element) => element.localName === 'form')
  const button = isForm && (await findFirst(control, ['[type=submit]', 'button']))
  await (button || control).click()
}

interface FacetChange {
  readonly selected?: readonly { readonly val: string }[]
  readonly deselected?: readonly { readonly val: string }[]
}

/** Clears every facet. */
async function resetFacets(page: Page) {
  const control = await findFirst(page, [attributeSelector('facets-reset')])
  if (!control) return 'no control carries data-svc-facets-reset'
  await control.click()
}

const facets: Play = async (page, { data }) => {
  const changes = Object(data.facets) as Readonly<Record<string, FacetChange | true>>
  if (changes.unxFacetsReset === true) return resetFacets(page)
  const missing: string[] = []
  const values = Object.entries(changes).flatMap(([name, change]) => {
    const { selected = [], deselected = [] } = change as FacetChange
    return [...deselected, ...selected].map(({ val }) => [name, val] as const)
  })
  for (const [name, val] of values) {
    const option = await findFirst(page, [
      `${attributeSelector('facet', name)} ${attributeSelector('value', val)}`,
    ])
    if (option) await option.click()
    else missing.push(`${name} ${val}`)
  }
  return missing.length ? `no option carries data-svc-value for ${missing.join(', ')}` : undefined
}

/** These steps need only the page to open. */
const open: Play = async (page) => void (await page.waitForTimeout(LOOK_MS))

const plays: Readonly<Record<SessionStep['action'], Play>> = {
  visitor: open,
  search,
  PRODUCT_IMPRESSIONS: impressions,
  click,
  facets,
  cart,
  order: open,
}

/**
 * Repeats on the page what the shopper did in a step. The page of the step must be open.
 *
 * @returns The reason if that was not possible; `undefined` if it was.
 */
export const playStep: Play = (page, step) => plays[step.action](page, step)

/** A value for use in a CSS selector. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A selector for a markup attribute with this value. */
const attributeSelector = (name: string, value?: string): string =>
  value === undefined ? `[data-svc-${name}]` : `[data-svc-${name}=${quoted(value)}]`

/** The first visible element that matches one of the selectors, in their order; `undefined` if there is none. */
async function findFirst(
  scope: Page | Locator,
  selectors: readonly (string | undefined)[],
): Promise<Locator | undefined> {
  for (const selector of selectors) {
    if (!selector) continue
    const found = scope.locator(selector).filter({ visible: true })
    // An element's name in an export may not be a valid selector.
    if (await found.count().catch(() => 0)) return found.first()
  }
  return undefined
}
