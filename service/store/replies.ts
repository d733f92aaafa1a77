import type { Sql } from './sql.ts'

/** A reply of Browse or search, as the shopper's page received it. */
export interface BrowseReply {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly uid: string
  /** The position of the first product in the complete result, from 0. */
  readonly start: number
  readonly found: number
  /** `uniqueId`s in the order of the reply. */
  readonly pids: readonly string[]
  readonly query: string
}

/** A reply with the rank of each product, from 1, counted across all pages of the result. */
export interface KnownReply extends BrowseReply {
  readonly ranks: ReadonlyMap<string, number>
}

/** The stored Browse replies, which give the rank of each product. */
export type ReplyStore = Awaited<ReturnType<typeof createReplyStore>>

const SCHEMA = `
  create table if not exists browse_replies (
    request_id text primary key,
    at integer not null,
    uid text not null,
    start integer not null,
    found integer not null,
    pids text not null,
    query text not null
  ) strict;
  create index if not exists browse_replies_at on browse_replies (at)`

const INSERT = `
  insert into browse_replies (request_id, at, uid, start, found, pids, query)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (request_id) do update set at = excluded.at
  returning request_id`

const FIND = `
  select request_id as "requestId", at, uid, start, found, pids, query from browse_replies
  where request_id in (select value from json_each(@ids))`

/** Opens the replies of a store and creates their table if necessary. */
export async function createReplyStore(store: Sql) {
  await store.exec(SCHEMA)
  return {
    async add(replies: readonly BrowseReply[]) {
      const byId = new Map(replies.map((reply) => [reply.requestId, reply]))
      await store.transaction((statements) =>
        statements.each(INSERT, [...byId.values()].toSorted(byRequestId).map(valuesOf)),
      )
    },
    /** The known replies among the given request ids. */
    async find(requestIds: readonly string[]): Promise<ReadonlyMap<string, KnownReply>> {
      const ids = [...new Set(requestIds)].filter((id) => id !== '')
      if (ids.length === 0) return new Map()
      const rows = await store.all<ReplyRow>(FIND, { ids: JSON.stringify(ids) })
      return new Map(rows.map((row) => [row.requestId, knownReply(row)]))
    },
  }
}

const byRequestId = (one: BrowseReply, other: BrowseReply) =>
  one.requestId < other.requestId ? -1 : 1

const valuesOf = ({ requestId, at, uid, start, found, pids, query }: BrowseReply) => [
  ...[requestId, at, uid, start, found],
  ...[JSON.stringify(pids), query],
]

interface ReplyRow extends Omit<BrowseReply, 'pids'> {
  readonly pids: string
}

function knownReply(row: ReplyRow): KnownReply {
  const pids = JSON.parse(row.pids) as readonly string[]
  const ranks = new Map(pids.map((pid, index) => [pid, row.start + index + 1]))
  return { ...row, pids, ranks }
}
