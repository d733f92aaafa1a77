import type { EventLogEntry } from '../../calls/event-history'
import { explainedEntries } from '../../calls/explain'
import { findingOf, type Rule } from './audited-page'
import { reasonFor } from './reasons'
import { setupProblem } from './settings-rules'

/** The rule that repeats what happened; findings about its cause replace it. */
export const NOT_COUNTED = 'event-not-counted'

const notCounted = findingOf(NOT_COUNTED, 'error')

/** The reasons that `outside-list` judges. */
const LISTLESS = /^(not in a list|a facet without a list)/

/** Failed tries after which an event counts as refused rather than delayed. */
const MANY_TRIES = 3

const UNKNOWN = 'Open the inspector, tab Events, for its history.'

/** Why an entry was lost, in the words of `svc.explain()`; `undefined` if it was sent, waits, or must not count. */
export function lossOf({
  state,
  reason = '',
  answer,
  tries,
}: Pick<EventLogEntry, 'state' | 'reason' | 'answer' | 'tries'>): string | undefined {
  const isRefused = state === 'retrying' && tries >= MANY_TRIES
  if (isRefused) return `the tracker ${answer}`
  const isLost = state === 'ignored' || state === 'dropped'
  const kind = reasonFor(reason)?.kind ?? 'fault'
  return isLost && kind === 'fault' ? reason : undefined
}

/**
 * What happened on this page and was lost, with the reasons that `svc.explain()` gives. Tiles without a list are left to the rule
 * `outside-list`, which knows those that are meant to be in none, and an unconfigured tag to `not-configured`.
 */
export const lostEvents: Rule = () =>
  explainedEntries().flatMap((entry) => {
    const reason = lossOf(entry)
    if (reason === undefined || LISTLESS.test(reason) || setupProblem()) return []
    const what = entry.action ? `An event (${entry.action})` : 'Something'
    const how = entry.state === 'retrying' ? `refused ${entry.tries} times` : 'not counted'
    return notCounted(entry.element, {
      message: `${what} was ${how}: ${reason.replace(/\.$/, '')}.`,
      fix: reasonFor(reason)?.note ?? UNKNOWN,
    })
  })
