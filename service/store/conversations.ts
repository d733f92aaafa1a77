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

const SCHEMA = `
  create table if not exists conversations (
    id text primary key,
    site_key text not null,
    uid text not null,
    memory text not null
  ) strict;
`

/** Opens the conversations of a store and creates their table if necessary. */
export function createConversationStore(db: Db) {
  db.exec(SCHEMA)
  const insert = db.prepare('insert into conversations values (?, ?, ?, ?)')
  const select = db.prepare('select * from conversations where id = ?')
  const update = db.prepare('update conversations set memory = ? where id = ?')

  return {
    create(id: string, siteKey: string, uid: string) {
      insert.run(id, siteKey, uid, 'null')
    },
    find(id: string): Conversation | undefined {
      const row = select.get(id) as ConversationRow | undefined
      if (!row) return undefined
      return { id: row.id, siteKey: row.site_key, uid: row.uid, memory: JSON.parse(row.memory) }
    },
    /** Replaces the memory; JSON only. */
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
