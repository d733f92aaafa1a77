import type { Statements } from '../../store/sql.ts'
import {
  beginChange,
  noteVisits,
  sumChosen,
  sumEvents,
  sumProducts,
  sumSeen,
} from '../../store/sums.ts'
import { decideOwing, findAffected } from './owing.ts'

const CHANGE_EVENTS =
  'insert into changed_events select cast(value as integer) from json_each(@events)'

/**
 * Adds the facts of a slice of events to the sums, in the transaction that drew them. Steps that are
 * decided again leave the sums first, and come back with the new ones.
 *
 * @param lastProduct - The last product fact before the slice.
 */
export async function addToSums(
  statements: Statements,
  events: readonly number[],
  lastProduct: number,
) {
  await beginChange(statements)
  await statements.run(CHANGE_EVENTS, { events: JSON.stringify(events) })
  await findAffected(statements, lastProduct)
  await sumProducts(statements, -1)
  await decideOwing(statements, lastProduct)
  await sumProducts(statements, 1)
  await sumEvents(statements, 1)
  await sumSeen(statements, 1)
  await noteVisits(statements)
  await sumChosen(statements)
}
