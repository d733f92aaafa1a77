import { now } from '../browser/clock'
import { isForm, matches, queryWithin } from '../browser/dom'
import { ignore } from '../log/event-log'
import { closestWith, read, selector } from './attributes'
import { record } from './record'

/** A suggestion that fills in the form and submits it, or a form that is submitted twice, is one search. */
const SAME_INTENT_MS = 1_000

/** The fields to read if the form names none, the first kind that it has. */
export const SEARCH_FIELDS = ['[type=search]', '[type=text],input:not([type]),textarea']

const action = 'search'

let lastQuery = ''
let lastAt = 0

const fieldIn = (box: Element) =>
  [selector('search-input'), ...SEARCH_FIELDS]
    .map((field) => queryWithin(box, field)[0] as HTMLInputElement | undefined)
    .find(Boolean)

/**
 * Whether an event starts a search: a form's submit, or a press on a suggestion. In a box that is
 * not a form, Enter in its field, or its button.
 */
function startsSearch(type: string, path: readonly Element[], event: Event, box: Element) {
  if (isForm(box)) return type === 'submit'
  const field = read(box, 'search') ? undefined : fieldIn(box)
  if (!field) return type === 'click'
  const { key, isComposing, keyCode } = event as KeyboardEvent
  // In Safari, the Enter that ends a composition comes after it, with this code: https://bugs.webkit.org/show_bug.cgi?id=165004
  const isOfInputMethod = isComposing || keyCode === 229
  if (type === 'keydown') return key === 'Enter' && !isOfInputMethod && path[0] === field
  const inside = path.slice(0, path.indexOf(box))
  return type === 'click' && inside.some((part) => matches(part, 'button,[type=submit]'))
}

/** Records a search: the text typed into a box with `data-svc-search`, or a suggestion. */
export function trackSearch(type: string, path: readonly Element[], event: Event) {
  const element = closestWith(path, 'search')
  if (!element || !startsSearch(type, path, event, element)) return
  const suggestion = !isForm(element) && read(element, 'search')
  const query = (suggestion || fieldIn(element)?.value)?.trim() ?? ''
  const isSame = query === lastQuery && now() - lastAt < SAME_INTENT_MS
  lastQuery = query
  lastAt = now()
  if (!query) ignore('nothing to search for', { element, action })
  else if (isSame) ignore('searched before', { element, action })
  else record({ action, data: { query } }, { element })
}
