import { accountKey } from '../../settings/account-key'
import { settings } from '../../settings/read-settings'
import { SHOWN_LISTS } from '../../track/known-lists'
import { readKept, writeKept } from '../../visitor/consent'
import type { Action, ProductId, TrackerEvent, VisitId } from '../../wire/tracker-event'

/*
 * Remembers the products of a visit, in all its tabs, by the request id of the response that listed them. With it, a cart event on the
 * product page carries the list's request id without extra code, and the Shopping Agent knows which products the shopper saw.
 */

/** Product ids under a name: what the shopper did with them (`views`, `clicks`, `carts`, `shown`), a space, and the request id. */
export type NamedIds = readonly [name: string, ...ids: string[]]

/** Two stored items, so that many views cannot push out clicks and carts. */
type Key = typeof SHOWN_LISTS | typeof USED_LISTS

/** The lists with a click or a cart event. */
const USED_LISTS = 'used-lists'

/** The last twenty responses, received and seen, with at most 100 products each: about 100 kB of storage at worst. */
const MAX_LISTS = 40
const MAX_IDS = 100

/** Separators, because ids contain no control characters. Not JSON, because a page may have replaced it. */
const LIST = '\u001e'
const WORD = '\u001f'

const KINDS: { readonly [A in Action]?: string } = {
  PRODUCT_IMPRESSIONS: 'views',
  click: 'clicks',
  cart: 'carts',
}

function listsOf(key: Key, visit: VisitId): readonly NamedIds[] {
  const [owner, ...lists] = (readKept(accountKey(key)) ?? '').split(LIST)
  return owner === visit ? lists.map((list) => list.split(WORD) as [string, ...string[]]) : []
}

/** Puts ids at the front of a list, each once, and the list in front of the others. Lists of another visit are dropped. */
export function rememberList(key: Key, visit: VisitId, [name, ...ids]: NamedIds) {
  const lists = listsOf(key, visit)
  const known = lists.find(([one]) => one === name)?.slice(1) ?? []
  const list = [name, ...[...new Set([...ids, ...known])].slice(0, MAX_IDS)]
  const others = lists.filter(([one]) => one !== name).slice(0, MAX_LISTS - 1)
  writeKept(accountKey(key), [[visit], list, ...others].map((words) => words.join(WORD)).join(LIST))
}

/** The lists of a visit: first those with clicks and carts, and of each kind the latest first. */
export const listsOfVisit = (visit: VisitId): readonly NamedIds[] => [
  ...listsOf(USED_LISTS, visit),
  ...listsOf(SHOWN_LISTS, visit),
]

/** The response in which the product was clicked, else the one that last showed it. */
function requestIdOf(visit: VisitId, pid: ProductId): string | undefined {
  const [name] =
    listsOfVisit(visit).find(
      (ids) => ids.includes(pid, 1) && /^(clicks|views) .|^shown/.test(ids[0]),
    ) ?? []
  return name?.replace(/.*? /, '') || undefined
}

/** Remembers an event, and adds to a click or cart the request id of the list that it came from. */
export function completeRequestId(event: TrackerEvent): TrackerEvent {
  const kind = KINDS[event.action]
  if (!kind) return event
  const { visitId, pid, pids_list, requestId } = event.data as Partial<
    Record<'pid', ProductId> & Record<'requestId', string> & { pids_list: readonly ProductId[] }
  > & { visitId: VisitId }
  const known = requestId ?? (pid && requestIdOf(visitId, pid))
  // Without a request id, only the Shopping Agent uses the list.
  if (known || settings.agentUrl)
    rememberList(pid ? USED_LISTS : SHOWN_LISTS, visitId, [
      `${kind} ${known ?? ''}`,
      ...(pids_list ?? [pid as ProductId]),
    ])
  return known ? ({ ...event, data: { ...event.data, requestId: known } } as TrackerEvent) : event
}
