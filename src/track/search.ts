import { now } from '../browser/clock'
import { isForm, queryWithin } from '../browser/dom'
import { ignore } from '../log/event-log'
import { closestWith, read, selector } from './attributes'
import { record } from './record'

/** A suggestion that fills in the form and submits it, or a form submitted twice, is one intent. */
const SAME_INTENT_MS = 1_000

/** The field of a form that names none. */
const FIELDS = ['[type=search]', '[type=text],input:not([type]),textarea']

const action = 'search'

let lastQuery = ''
let lastAt = 0

const typedIn = (box: Element) =>
  [selector('search-input'), ...FIELDS]
    .map((field) => queryWithin(box, field)[0] as HTMLInputElement | undefined)
    .find(Boolean)?.value

/** Records a search: the submit of a form with `data-svc-search`, or a press on a suggestion. */
export function trackSearch(type: string, path: readonly Element[]) {
  const element = closestWith(path, 'search')
  if (!element || type !== (isForm(element) ? 'submit' : 'click')) return
  const query = (isForm(element) ? typedIn(element) : read(element, 'search'))?.trim() ?? ''
  const isSame = query === lastQuery && now() - lastAt < SAME_INTENT_MS
  lastQuery = query
  lastAt = now()
  if (!query) ignore('nothing to search for', { element, action })
  else if (isSame) ignore('searched before', { element, action })
  else record({ action, data: { query } }, { element })
}
