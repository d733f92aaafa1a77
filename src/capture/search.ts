import type { Ignore, Report } from '../events'
import type { Clock } from '../platform/clock'
import { isForm, queryDrawn } from '../platform/tree'
import { carrier, type Markup, type Watch } from './attributes'

/** A suggestion that fills in the form and submits it, or a form submitted twice, is one intent. */
const SAME_INTENT_MS = 1_000

/** The field of a form that marks none. */
const FIELDS = ['[type=search]', '[type=text],input:not([type]),textarea']

const action = 'search'

export interface SearchDeps {
  readonly markup: Markup
  readonly clock: Clock
  readonly report: Report
  readonly ignore: Ignore
}

/** Reports what is searched for: by a form, or by a press on a suggestion. */
export function createSearch({ markup, clock, report, ignore }: SearchDeps): Watch {
  let last = ''
  let lastAt = 0

  const typedIn = (form: Element) =>
    [markup.selector('search-input'), ...FIELDS]
      .map((selector) => queryDrawn(form, selector)[0] as HTMLInputElement | undefined)
      .find(Boolean)?.value

  function tell(element: Element, query: string) {
    const now = clock.now()
    const isSame = query === last && now - lastAt < SAME_INTENT_MS
    last = query
    lastAt = now
    if (!query) ignore('nothing to search for', { element, action })
    else if (isSame) ignore('searched before', { element, action })
    else report({ action, data: { query } }, { element })
  }

  return (type, path) => {
    const element = carrier(markup, path, 'search')
    if (!element || type !== (isForm(element) ? 'submit' : 'click')) return
    const words = isForm(element) ? typedIn(element) : markup.read(element, 'search')
    tell(element, words?.trim() ?? '')
  }
}
