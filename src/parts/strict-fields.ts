import { steps } from '../track/record'
import type { TrackerEvent } from '../wire/tracker-event'
import { strictFields } from './strict-fields/strict-fields'

/** Restricts every event to the fields that the contract's table lists for its action. */
export function open() {
  steps.filter = (event) =>
    ({ ...event, data: strictFields(event.action, event.data) }) as TrackerEvent
}
