import { now } from '../../browser/clock'
import { attributeOf } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { read } from '../../track/attributes'
import { batches } from '../../track/impressions'
import { listContaining } from '../../track/known-lists'
import { observedTiles } from '../../track/tile-observer'
import { UNRENDERED } from '../../wire/fields'
import { listFields } from '../../wire/list-and-order'
import type { Action } from '../../wire/tracker-event'
import { type EventLogEntry, loggedEntries } from './event-history'

/** The attribute that the tag rejected. The tag treats an unrendered template as empty. */
function refusedOn(element: Element): string | undefined {
  const names = Element.prototype.getAttributeNames.call(element)
  const found = names
    .filter((name) => name.startsWith('data-svc-'))
    .map((name) => [name, attributeOf(element, name) ?? ''] as const)
    .find(([, text]) => UNRENDERED.test(text.trim()))
  return found && `${found[0]} is “${found[1]}”, an unrendered template`
}

/** A message about rejected data begins with its action: `cart: pid is missing`. */
const NAMED = /^(search|PRODUCT_IMPRESSIONS|click|facets|cart|order): /

/** The action that each attribute reports. The first one that an element has applies. */
const reportedBy = [
  ['order', 'order'],
  ['line', 'order'],
  ['cart', 'cart'],
  ['facet', 'facets'],
  ['value', 'facets'],
  ['facets-apply', 'facets'],
  ['facets-reset', 'facets'],
  ['search', 'search'],
  ['product', 'click'],
] as const

/**
 * The entry with its intended action. If something was rejected before its action was noted, the
 * action is taken from the message or the element.
 */
function withAction(entry: EventLogEntry): EventLogEntry {
  const { action, element, reason = '' } = entry
  if (action) return entry
  const named = NAMED.exec(reason)?.[1] as Action | undefined
  const [, marked] =
    (element && reportedBy.find(([name]) => read(element, name) !== undefined)) ?? []
  const meant = named ?? marked
  return meant ? { ...entry, action: meant } : entry
}

function withRefusal(entry: EventLogEntry): EventLogEntry {
  const { element, reason } = entry
  const refused = reason && element && attempt(() => refusedOn(element))
  return refused ? { ...entry, reason: `${reason} (${refused})` } : entry
}

/** The entry with the list that now contains the element; none for an element that has left the page. */
function withList(entry: EventLogEntry): EventLogEntry {
  const { element } = entry
  const list = element?.isConnected && attempt(() => listContaining(element)?.context)
  return list ? { ...entry, list } : entry
}

/** The same entries with their actions, the list of each element and, in the reason, the rejected attribute. */
export const explainedEntries = (): readonly EventLogEntry[] =>
  loggedEntries().map(withAction).map(withRefusal).map(withList)

/** An entry for something that is not recorded yet and therefore has no note. */
const unnoted = (facts: Partial<EventLogEntry>): EventLogEntry => ({
  id: 0,
  at: now(),
  t: undefined,
  action: 'PRODUCT_IMPRESSIONS',
  data: undefined,
  actor: undefined,
  event: undefined,
  element: undefined,
  list: undefined,
  state: 'held',
  reason: undefined,
  answer: undefined,
  tries: 0,
  trail: [],
  ...facts,
})

/** The same entries, followed by the tiles that wait for their batch and those near the viewport that wait to be seen. */
export const explain = (): readonly EventLogEntry[] => [
  ...explainedEntries(),
  ...[...batches.values()].map(({ at, element, list: { context }, pids }) =>
    unnoted({
      at,
      element,
      list: context,
      data: { ...listFields(context), pids_list: [...pids] },
      reason: 'waiting for its batch, sent within 2 s',
    }),
  ),
  ...observedTiles().map((element) =>
    unnoted({
      element,
      list: listContaining(element)?.context,
      reason: 'not seen long enough',
    }),
  ),
]
