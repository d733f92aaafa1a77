import type { ReplyStore } from 'svc-tag-service'
import type { Columns } from '../columns/columns.ts'
import {
  eventDocument,
  queryDocument,
  type SeenList,
  type SeenStep,
  type UbiDocument,
} from './ubi-documents.ts'

/** Selects events by time (epoch ms, the end exclusive) or by id (the start exclusive). */
export interface UbiRange {
  readonly from?: number
  readonly to?: number
  readonly after?: number
  readonly upto?: number
}

/** Judgments are about people, so events of browser agents are excluded. */
const IN_RANGE =
  'not is_agent and ts >= $from and ts < $to and event_id > $after and event_id <= $upto'

/** A reply becomes a query when the shopper saw its first product, or saw that it has no products. */
const QUERIES = `
  select site, ts, uid, visit, list, request, event_id from steps
  where step = 'shown' and place = 1 and list <> '' and ${IN_RANGE}
  union all
  select site, ts, uid, visit, list, request, event_id from events
  where is_good and is_empty and list <> '' and ${IN_RANGE}
  order by event_id`

const EVENTS = `
  select site, ts, uid, visit, list, event_id, line, step, pid, rank, units, micros, owed_request,
    owed_visit
  from steps where ${IN_RANGE} order by event_id, line`

/** The number of lists whose replies are looked up at once. */
const PORTION = 1_000

/** Streams the queries of a range, in order of arrival. */
export async function* readUbiQueries(
  columns: Columns,
  replies: ReplyStore,
  range: UbiRange,
): AsyncGenerator<UbiDocument> {
  let portion: SeenList[] = []
  for await (const seen of columns.stream<SeenList>(QUERIES, valuesOf(range))) {
    portion.push(seen)
    if (portion.length < PORTION) continue
    yield* await documentsOf(portion, replies)
    portion = []
  }
  yield* await documentsOf(portion, replies)
}

/** Streams the events of a range, in order of arrival. */
export async function* readUbiEvents(
  columns: Columns,
  range: UbiRange,
): AsyncGenerator<UbiDocument> {
  for await (const seen of columns.stream<SeenStep>(EVENTS, valuesOf(range))) {
    const document = eventDocument(seen)
    if (document) yield document
  }
}

async function documentsOf(seen: readonly SeenList[], replies: ReplyStore) {
  const known = await replies.find(seen.map(({ request }) => request))
  return seen.map((one) => queryDocument(one, known.get(one.request)))
}

const valuesOf = ({
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
  after = 0,
  upto = Number.MAX_SAFE_INTEGER,
}: UbiRange) => ({ from, to, after, upto })

/** The line of a document; for `_bulk`, two lines, the first of which contains its index and id. */
export function ubiLine({ index, id, body }: UbiDocument, isBulk: boolean): string {
  const line = `${JSON.stringify(body)}\n`
  return isBulk ? `${JSON.stringify({ index: { _index: index, _id: id } })}\n${line}` : line
}
