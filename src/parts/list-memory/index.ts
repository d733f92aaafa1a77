import { hooks } from '../../browser/hooks'
import { notes } from '../../log/event-log'
import { completeRequestId } from './list-memory'

let isOpen = false

/** Remembers lists from now on, and those that were recorded earlier on this page. Adds their request id to clicks and carts. */
export function open() {
  if (isOpen) return
  isOpen = true
  hooks.complete = completeRequestId
  for (const note of notes)
    if (note.kind === 'status' && note.status.state === 'queued')
      completeRequestId(note.status.event)
}
