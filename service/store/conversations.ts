import type { Db } from './database.ts'

interface Conversation {
  readonly id: string
  readonly siteKey: string
  readonly uid: string
  /** The agent's stored state; `null` before the first message. */
  readonly memory: unknown
}

/** The conversations in a store; they survive a restart. */
export type ConversationStore = ReturnType<typeof createConversationStore>

/** `at` is the time of the last message, or of the start, in epoch milliseconds. */
export const CONVERSATION_SCHEMA = `
  create table if not exists conversations (
    id text primary key,
    site_key text not null,
    uid text not null,
    memory text not null,
    at integer not null default 0
  ) strict
`

const INDEXES = `
  create index if not exists conversations_at on conversations (at);
  create index if not exists conversations_of_uid on conversations (uid);
`

/** A conversation without a message for so long is over. */
const IDLE_MS = 30 * 24 * 3_600_000

/** How many conversations are kept; the one without a message for the longest time goes first. */
const MOST = 100_000

/** How many are started between two removals of old ones. */
const TIDY_EVERY = 100

/** Opens the conversations of a store and creates their table if necessary. */
export function createConversationStore(db: Db, { now = Date.now, most = MOST } = {}) {
  db.exec(CONVERSATION_SCHEMA)
  addTime(db, now())
  db.exec(INDEXES)
  const insert = db.prepare('insert into conversations values (?, ?, ?, ?, ?)')
  const select = db.prepare('select * from conversations where id = ? and at >= ?')
  const update = db.prepare('update conversations set memory = ?, at = ? where id = ?')
  const removeIdle = db.prepare('delete from conversations where at < ?')
  const removeMore = db.prepare(`
    delete from conversations where id in
      (select id from conversations order by at desc, rowid desc limit -1 offset ?)`)
  let started = 0

  return {
    create(id: string, siteKey: string, uid: string) {
      insert.run(id, siteKey, uid, 'null', now())
      started += 1
      if (started % TIDY_EVERY !== 1) return
      removeIdle.run(now() - IDLE_MS)
      removeMore.run(most)
    },
    find(id: string): Conversation | undefined {
      const row = select.get(id, now() - IDLE_MS) as ConversationRow | undefined
      if (!row) return undefined
      return { id: row.id, siteKey: row.site_key, uid: row.uid, memory: JSON.parse(row.memory) }
    },
    /** Replaces the memory; JSON only. */
    remember(id: string, memory: unknown) {
      update.run(JSON.stringify(memory), now(), id)
    },
  }
}

/** Conversations of version 0.1.0 have no time; they count from now. */
function addTime(db: Db, at: number) {
  const columns = db.pragma('table_info(conversations)') as readonly { readonly name: string }[]
  if (columns.some(({ name }) => name === 'at')) return
  db.exec('alter table conversations add column at integer not null default 0')
  db.prepare('update conversations set at = ?').run(at)
}

interface ConversationRow {
  readonly id: string
  readonly site_key: string
  readonly uid: string
  readonly memory: string
}
