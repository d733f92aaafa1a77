import type { Db } from './database.ts'

interface Conversation {
  readonly id: string
  readonly siteKey: string
  readonly uid: string
  /** The agent's memory between messages; `null` before the first. */
  readonly memory: unknown
}

/** The conversations of a store; they outlive the process. */
export type ConversationStore = ReturnType<typeof createConversationStore>

const SCHEMA = `
  create table if not exists conversations (
    id text primary key,
    site_key text not null,
    uid text not null,
    memory text not null
  ) strict;
`

/** Opens the conversations of a store, making its table when it is missing. */
export function createConversationStore(db: Db) {
  db.exec(SCHEMA)
  const insert = db.prepare('insert into conversations values (?, ?, ?, ?)')
  const select = db.prepare('select * from conversations where id = ?')
  const update = db.prepare('update conversations set memory = ? where id = ?')

  return {
    /** Begins a conversation without a memory. */
    create(id: string, siteKey: string, uid: string) {
      insert.run(id, siteKey, uid, 'null')
    },
    find(id: string): Conversation | undefined {
      const row = select.get(id) as ConversationRow | undefined
      if (!row) return undefined
      return { id: row.id, siteKey: row.site_key, uid: row.uid, memory: JSON.parse(row.memory) }
    },
    /** Replaces what is remembered; JSON only. */
    remember(id: string, memory: unknown) {
      update.run(JSON.stringify(memory), id)
    },
  }
}

interface ConversationRow {
  readonly id: string
  readonly site_key: string
  readonly uid: string
  readonly memory: string
}
