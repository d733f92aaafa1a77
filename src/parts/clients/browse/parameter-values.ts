import { getOwn } from '../../../wire/fields'
import { BrowseError } from '../service-error'
import type { Filters, FilterValue, PagePath, ValueRange } from './query-types'

/** @throws BrowseError `bad-request` with the given value and the valid form. */
export function refuse(name: string, value: unknown, write: string): never {
  const isObject = Object(value) === value
  const shown = Array.isArray(value) ? `[${value}]` : String(isObject ? typeof value : value)
  throw new BrowseError('bad-request', `${name} ${shown}: write ${write}`)
}

/** Not given: absent, or blank like an untouched form field. */
export const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

const isPlain = (value: unknown) => /^(string|number|boolean)$/.test(typeof value)

export const quoted = (text: unknown) => `"${String(text).replace(/["\\]/g, '\\$&')}"`

/** The contract writes ids without quotes; ids with special characters are quoted. */
export const idText = (id: unknown) => (/^[\w.-]+$/.test(String(id)) ? String(id) : quoted(id))

export type Writer = (value: never, name: string) => unknown

/** Levels without a name are those below the last one that was chosen. */
export function pathText(path: unknown, name: string): string {
  const levels = [path].flat()
  while (levels.length && isNothing(levels[levels.length - 1])) levels.pop()
  if (!levels.every((level) => isPlain(level) && !isNothing(level)))
    refuse(name, path, 'the names from the top down: ["Men", "Shoes"]')
  return levels.join('>')
}

export const pageText =
  (defaultField: string) =>
  (page: string | PagePath, name: string): string => {
    if (typeof page === 'string') return page
    if (getOwn(page, 'path') === undefined)
      refuse(name, page, '"Men>Shoes" or { path: ["Men", "Shoes"] }')
    const path = pathText(page.path, name)
    return path && `${page.field ?? defaultField}:${quoted(path)}`
  }

/** The contract writes booleans here as `True`, `true` or `categoryPath`. */
export const flagText = (yes: string, no: string) => (value: unknown, name: string) => {
  const word = String(value).toLowerCase()
  if (word === 'true' || word === yes.toLowerCase()) return yes
  return word === 'false' ? no : refuse(name, value, 'true or false')
}

/** A range; `undefined` if neither end is given, as with untouched price fields. A missing end is open. */
function rangeText(field: string, range: object): string | undefined {
  const [low, high] = ['from', 'to'].map((end) => {
    const value = getOwn(range, end)
    return isNothing(value) ? '*' : Number(value)
  })
  const ends = [low, high].filter((end) => end !== '*')
  if (!ends.length && Object.keys(range).every((key) => key === 'from' || key === 'to')) return
  if (!ends.length || !ends.every(Number.isFinite) || Number(low) > Number(high)) {
    const { from, to } = range as ValueRange
    throw new BrowseError(
      'bad-request',
      `no range of ${field}: ${from} to ${to}; write { from: 20, to: 40 }, or one of them`,
    )
  }
  return `${field}:[${low} TO ${high}]`
}

function term(field: string, value: FilterValue, write: typeof quoted): string | undefined {
  if (isNothing(value)) return
  if (isPlain(value) && !Number.isNaN(value)) return `${field}:${write(value)}`
  if (typeof value === 'object') return rangeText(field, value)
  return refuse(field, value, 'a text, a number or { from: 20, to: 40 }')
}

export const filterTexts = (write: typeof quoted) => (filters: Filters) => {
  if (typeof filters !== 'object') {
    throw new BrowseError('bad-request', `no filter by field and value: ${filters}`)
  }
  return Object.entries(filters).map(([field, values]) =>
    [values]
      .flat()
      .flatMap((value) => term(field, value as FilterValue, write) ?? [])
      .join(' OR '),
  )
}

/** One value, or several joined by commas. */
export function plainText(value: unknown, name: string): string {
  const texts = [value].flat().filter((text) => !isNothing(text))
  return texts.every(isPlain) ? texts.join() : refuse(name, value, 'a text')
}
