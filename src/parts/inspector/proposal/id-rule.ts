import type { MapRule } from '../../map/map-markup'

/**
 * Names of attributes and fields that hold a product's id, best first: a product's id before an article's, and both before any other id.
 */
const RANKS = [
  /(?:product|master)[-_]?template[-_]?id$|master[-_]?(?:product[-_]?)?id$|parent[-_]?product[-_]?id$/i,
  /(?:^|[-_[])product[-_]?id\]?$|(?:^|[-_])pid$|id[-_]product$|entity[-_]id$|^add-to-cart$/i,
  /(?:^|[-_])(?:sku|item[-_]?(?:no|number|id|code)|article[-_]?(?:no|number|id))$|product_sku$/i,
  /(?:^|[-_])(?:uid|product|id)$|\[id\]$|sku|product.?id/i,
]

/** Ids of something else, and names that do not mean an id. */
const NOT_IDS =
  /varia(?:nt|tion)|attribute|combination|section|block|media|image|categor|collection|list|brand|vendor|user|customer|session|token|nonce|order|row|index|position|slide|test|track|name|title|label|price|qty|quantity|url|href|widget|module|campaign|promo|review|store|shop|currency|group|menu|modal|target|toggle|template(?![-_]?id)/i

function rankOf(name: string): number {
  const rank = NOT_IDS.test(name) ? -1 : RANKS.findIndex((names) => names.test(name))
  return rank < 0 ? RANKS.length : rank
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** The product names in an element. */
const namesIn = (element: Element): readonly string[] => [
  ...[...element.querySelectorAll('h1,h2,h3,h4,h5,h6,a,[class*=title i],[class*=name i]')].map(
    ({ textContent }) => plain(textContent ?? ''),
  ),
  ...[...element.querySelectorAll('img')].map(({ alt }) => plain(alt)),
]

const ID = /^[\p{L}\d][\p{L}\d._:/+=-]{0,79}$/u
const NO_ID = /^(?:true|false|null|undefined|\d+[.,]\d\d|https?:.*)$/i

/** Whether a text could be an id and is not a product's name. */
const isIdLike = (value: string | null | undefined, names: readonly string[]): value is string =>
  !!value &&
  ID.test(value) &&
  !NO_ID.test(value) &&
  !(/\p{L}/u.test(value) && names.includes(plain(value)))

/** A place that may hold an id, as `selector@source` in a map's syntax. */
interface Place {
  readonly from: string
  readonly rank: number
}

/** The selector of a field. Frameworks write the id itself into a field's name: `lineItems[ID][id]`. */
function fieldSelector(name: string): string {
  const [end] = /\[\w+\]$/.exec(name) ?? []
  return end ? `input[name$='${end}']` : `input[name='${CSS.escape(name).replace(/\\/g, '')}']`
}

/** The name of the variant field in Shopify's form. */
const VARIANT_FIELD = "form[action$='/cart/add'] [name=id]"

/** Attributes and fields of an element and its descendants whose names suggest an id, best first. */
export function idPlaces(root: Element): readonly Place[] {
  const elements = [root, ...root.querySelectorAll('*')]
  const attributes = elements.flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => /^data-/.test(name) || (/-/.test(element.localName) && name !== 'id'))
      .map((name) => ({
        from: `${element === root ? '' : `[${name}]`}@${name}`,
        rank: rankOf(name),
      })),
  )
  const fields = [...root.querySelectorAll('input[name][value]:not([type=radio],[type=checkbox])')]
    .filter((field) => !field.matches(VARIANT_FIELD))
    .map((field) => field.getAttribute('name') ?? '')
    .filter((name) => !/["'\\]/.test(name))
    .map((name) => ({ from: `${fieldSelector(name)}@.value`, rank: rankOf(name) }))
  const places = [...attributes, ...fields].filter(({ rank }) => rank < RANKS.length)
  const unique = new Map(places.map((place) => [place.from, place]))
  return [...unique.values()].sort((one, two) => one.rank - two.rank)
}

/** The text at a place, read as a map reads it. */
function textFrom(root: Element, from: string): string | undefined {
  const [selector, source = ''] = from.split('@')
  const target = selector ? root.querySelector(selector) : root
  if (!target) return undefined
  const text = source.startsWith('.')
    ? Reflect.get(target, source.slice(1))
    : target.getAttribute(source)
  return typeof text === 'string' ? text.trim() : undefined
}

const isDistinct = (values: readonly (string | null | undefined)[]) =>
  values.every(Boolean) && new Set(values).size === values.length

/** Numbers that only count the tiles stand for other products on the next page. */
const isCount = (values: readonly (string | undefined)[]) =>
  Number(values[0]) <= 1 &&
  values.every((value, place) => Number(value) === Number(values[0]) + place)

/** Attributes and fields that hold an own id in each tile, best first. */
function byPlace(tiles: readonly Element[], first: Element): readonly TileId[] {
  const names = tiles.map(namesIn)
  return idPlaces(first).flatMap(({ from }) => {
    const values = tiles.map((tile) => textFrom(tile, from))
    const areIds = names.every((own, place) => isIdLike(values[place], own))
    return areIds && isDistinct(values) && !isCount(values) ? [{ rule: { from }, values }] : []
  })
}

/** The number at the end of an element's own `id`, such as `CardLink-template-7001`; with three digits or more it is not a position. */
const NUMBERED = /^([a-z_]*(?:product|card|item|sku|article)[a-z_]*-).*?(\d{3,})$/i

function byOwnId(tiles: readonly Element[], first: Element): readonly TileId[] {
  const prefixes = [first, ...first.querySelectorAll('[id]')].flatMap((element) => {
    const [, prefix] = NUMBERED.exec(element.getAttribute('id') ?? '') ?? []
    return prefix ? [{ prefix, isTile: element === first }] : []
  })
  return prefixes.flatMap(({ prefix, isTile }) => {
    const from = isTile ? '@id' : `[id^='${prefix}']@id`
    const values = tiles.map((tile) => NUMBERED.exec(textFrom(tile, from) ?? '')?.[2])
    return isDistinct(values) ? [{ rule: { from, match: '(\\d+)$' }, values }] : []
  })
}

/** The last part of a path, without its ending. */
const LAST = /([^/]+?)(?:\.html?)?\/?$/

function byLink(tiles: readonly Element[], first: Element): readonly TileId[] {
  const link = first.matches('a[href]') ? '' : 'a[href]'
  const urls = tiles.map((tile) => (link ? tile.querySelector(link) : tile) as HTMLAnchorElement)
  if (!urls.every((one) => one && URL.canParse(one.href))) return []
  const ends = urls.map(({ pathname }) => LAST.exec(pathname)?.[1])
  const names = [...new Set(new URL(urls[0]?.href ?? '').searchParams.keys())]
  const parameters = names
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((name) => ({
      rule: { from: `${link}@?${name}` },
      values: urls.map(({ href }) => new URL(href).searchParams.get(name) ?? undefined),
    }))
  const byPath = {
    rule: { from: `${link}@/`, match: LAST.source, decode: 'uri' as const },
    values: ends,
  }
  return [byPath, ...parameters].filter(({ values }) => isDistinct(values))
}

/** Where each tile holds its id, and the ids. */
export interface TileId {
  readonly rule: Omit<MapRule, 'in'>
  readonly values: readonly (string | undefined)[]
}

/** The places where each tile has its own id, best first: attributes and form fields, its `id`, its link. */
export function tileIdRules(tiles: readonly Element[]): readonly TileId[] {
  const [first] = tiles
  if (!first) return []
  return [...byPlace(tiles, first), ...byOwnId(tiles, first), ...byLink(tiles, first)]
}

/** Folders in which shops keep products. */
const PRODUCT_PATH =
  /^((?:\/[\w-]+)*\/(?:p|dp|products?|produkte?|produits?|productos?|prodott[oi]|producten|item|artikel))\/([^/]+?)(?:\.html?)?\/?$/i

/** Whether a text could be the product id of a page. */
type IsId = (text: string | null | undefined) => boolean

/** The value of a button named like an id, such as `add-to-cart`, or an attribute. */
function atControl(control: Element, isId: IsId): Omit<MapRule, 'in'> | undefined {
  const isNamed = rankOf(control.getAttribute('name') ?? '') === 1
  if (isNamed && isId(control.getAttribute('value'))) return { from: '@value' }
  const place = idPlaces(control).find(({ from }) => isId(textFrom(control, from)))
  return place && { from: place.from }
}

function inForm(control: Element, isId: IsId): Omit<MapRule, 'in'> | undefined {
  const form = control.closest('form')
  const field = form && idPlaces(form).find(({ from }) => isId(textFrom(form, from)))
  if (!field) return undefined
  return form === control ? { from: field.from } : { at: 'form', from: field.from }
}

function aroundControl(control: Element, isId: IsId): Omit<MapRule, 'in'> | undefined {
  for (let part = control.parentElement; part?.closest('body > *'); part = part.parentElement)
    for (const name of part.getAttributeNames())
      if (/^data-/.test(name) && rankOf(name) < RANKS.length && isId(part.getAttribute(name)))
        return { at: `[${name}]`, from: `@${name}` }
  return undefined
}

function inAddress(url: string, isId: IsId): Omit<MapRule, 'in'> | undefined {
  const { pathname, searchParams } = new URL(url)
  const [, folder] = PRODUCT_PATH.exec(pathname) ?? []
  const match = folder && `^${folder}/([^/]+?)(?:\\.html?)?/?$`
  if (match) return { at: 'html', from: '@/', match, decode: 'uri' }
  const [name] = [...searchParams].find(([key, value]) => rankOf(key) <= 1 && isId(value)) ?? []
  return name ? { at: 'html', from: `@?${name}` } : undefined
}

/** Where a product page has its id, and the id; `undefined` if only the address tells it. */
export interface PageId {
  readonly rule: Omit<MapRule, 'in'>
  readonly value: string | undefined
}

/**
 * Where a product page has its product id: on the control, in its form, on an element around it, or else in the address. The path
 * counts only in a folder of products, because other folders may contain categories.
 */
export function pageIdRule(control: Element): PageId | undefined {
  const page = control.ownerDocument
  const names = [...page.querySelectorAll('h1')].map((one) => plain(one.textContent ?? ''))
  const isId: IsId = (text) => isIdLike(text, names)
  const named = atControl(control, isId) ?? inForm(control, isId) ?? aroundControl(control, isId)
  if (named) {
    const start = named.at ? control.closest(named.at) : control
    return { rule: named, value: start ? textFrom(start, named.from ?? '') : undefined }
  }
  const rule = inAddress(page.URL, isId)
  return rule && { rule, value: undefined }
}

/** Whether an element holds an id in an attribute or field that is named like one. */
export const holdsId = (element: Element, id: string): boolean =>
  idPlaces(element).some(({ from }) => textFrom(element, from) === id)
