import { attempt, warnOnce } from '../../browser/guard'
import { noteStatus } from '../../log/event-log'
import { entryFor, forget, keep } from '../../send/queue'
import type { QueueEntry } from '../../send/queue-entry'
import { urlOf } from '../../send/transport'
import { settings } from '../../settings/read-settings'
import { newEventId } from '../../track/event-id'
import type { TrackerEvent } from '../../wire/tracker-event'
import { splitEvent } from './split-event'

/** Splits an event whose URL is too long, and keeps what comes of it. What stays too long is dropped. */
export function fitEntry(entry: QueueEntry) {
  const isShort = (event: TrackerEvent) => urlOf(event).length <= settings.maxUrlBytes
  forget(entry.key)
  // What a script of the site wrote may lack anything.
  const parts = attempt(() => splitEvent(entry.event, isShort, newEventId))
  if (!parts)
    return noteStatus(entry.event.t, { state: 'dropped', reason: 'not a record of the tag' })
  if (parts[0]?.data.url !== entry.event.data.url)
    warnOnce(
      'an address is too long for the tracker, so events carry a shorter one; scrubUrl removes parameters',
    )
  for (const event of parts) {
    if (event.t !== entry.event.t) noteStatus(event.t, { state: 'queued', event })
    if (isShort(event)) keep(entryFor(event))
    else
      noteStatus(event.t, {
        state: 'dropped',
        reason: `longer than ${settings.maxUrlBytes} characters`,
      })
  }
}
