import { setTimeout as sleep } from 'node:timers/promises'
import { DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import { connectEngine, type Engine, type EngineSession, STREAM } from '../log/engine.ts'
import type { LogEntry } from '../log/log-consumer.ts'
import type { Sql } from '../store/sql.ts'

/** Selects entries by their time of arrival in epoch milliseconds; the end is exclusive. */
export interface Period {
  readonly from: number
  readonly to: number
}

const PORTION = 2_000

const SELECT = `
  select id, site, action, query, browser, received_at, origin, repeats from tracker_events
  where id > @after and received_at >= @from and received_at < @to
  order by id limit ${PORTION}`

interface StoredRow extends Omit<LogEntry, 'receivedAt'> {
  readonly id: number
  readonly received_at: number
  readonly repeats: number
}

/**
 * The requests in a store, oldest first. An event that arrived several times is returned several
 * times, each time as it first arrived, because stores keep only a count of repeats.
 */
export async function* storedEntries(store: Sql, period: Period): AsyncIterable<LogEntry> {
  let after = 0
  for (;;) {
    const rows = await store.all<StoredRow>(SELECT, { after, ...period })
    if (rows.length === 0) return
    for (const row of rows) yield* entriesOf(row)
    after = rows.at(-1)?.id ?? after
  }
}

function* entriesOf({ received_at: receivedAt, repeats, origin, ...row }: StoredRow) {
  const { site, action, query, browser } = row
  for (let time = 0; time <= repeats; time += 1) {
    yield { site, action, query, browser, receivedAt, origin: time ? `${origin}.${time}` : origin }
  }
}

const CONNECT_WITHIN_MS = 10_000

/** The requests that an engine still has, oldest first, up to the newest one at the time of the call. */
export async function* engineEntries(url: string, period: Period): AsyncIterable<LogEntry> {
  const engine = connectEngine({ url })
  try {
    yield* keptEntries(await sessionOf(engine), period)
  } finally {
    await engine.close()
  }
}

async function* keptEntries({ client, manager }: EngineSession, { from, to }: Period) {
  const { state } = await manager.streams.info(STREAM)
  if (state.messages === 0) return
  const consumer = await client.consumers.get(STREAM, {
    ...(from > 0 && {
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(from).toISOString(),
    }),
  })
  for (let last = 0; last < state.last_seq; ) {
    const messages: JsMsg[] = []
    const fetched = await consumer.fetch({ max_messages: PORTION, expires: 1_000 })
    for await (const message of fetched) messages.push(message)
    const entries = messages.map((message) => message.json<LogEntry>())
    yield* entries.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to)
    // No message arrived within a second, so the remaining ones have expired in the meantime.
    last = messages.at(-1)?.seq ?? state.last_seq
  }
}

async function sessionOf(engine: Engine): Promise<EngineSession> {
  const end = Date.now() + CONNECT_WITHIN_MS
  for (;;) {
    try {
      return await engine.session()
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(100)
    }
  }
}
