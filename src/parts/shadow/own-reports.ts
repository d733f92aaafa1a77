import { notes } from '../../log/event-log'
import { reportsOfEvent } from './read-pixel'
import type { Report } from './tag-report'

/** Reports that this tag made on this page. */
export interface OwnReports {
  readonly reports: readonly Report[]
  /** The `t` of each of its requests, also of what an earlier page left. */
  readonly ids: ReadonlySet<string>
}

/** Reads from the event log what this tag sent, or would have sent. */
export function ownReports(): OwnReports {
  const seen = new Set<string | undefined>()
  const ids = new Set<string>()
  const reports: Report[] = []
  for (const note of notes) {
    if (note.kind === 'seen') seen.add(note.t)
    else if (note.status.state === 'queued' && !ids.has(note.t)) {
      ids.add(note.t)
      const { event } = note.status
      // Parts of an event that was too long were not seen themselves: the whole was.
      if (seen.has(note.t))
        reports.push(...reportsOfEvent({ ...event, data: { ...event.data } }, note.at))
    }
  }
  return { reports, ids }
}
