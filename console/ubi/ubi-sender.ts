import { setTimeout as sleep } from 'node:timers/promises'
import { createReplyStore, type Sql } from 'svc-tag-service'
import type { Columns } from '../columns/columns.ts'
import { readUbiEvents, readUbiQueries, ubiLine } from './read-ubi.ts'
import type { UbiDocument } from './ubi-documents.ts'

/** Dependencies of the live export. */
export interface UbiSenderDeps {
  readonly store: Sql
  readonly columns: Columns
  /** The URL of OpenSearch: `https://user:password@host:9200`. */
  readonly url: string
  readonly warn: (message: string) => void
  /** The milliseconds between two checks for new events, and the longest wait after a failure. */
  readonly everyMs?: number
  readonly maxWaitMs?: number
}

const EVERY_MS = 2_000
const MAX_WAIT_MS = 60_000

/** How many events are sent in one request: about a thousand documents. */
const EVENTS_AT_ONCE = 500

/** A limit is needed so that an index that does not respond cannot stop the sender forever. */
const TIMEOUT_MS = 30_000

const SCHEMA = `
  create table if not exists ubi_progress (
    target text primary key,
    event_id integer not null
  ) strict`

const READ = 'select event_id as id from ubi_progress where target = @target'

const WRITE = `
  insert into ubi_progress (target, event_id) values (@target, @id)
  on conflict (target) do update set event_id = excluded.event_id`

/**
 * Sends every stored event to an OpenSearch server, as queries and events of User Behavior Insights. The store
 * records what was sent and serves as the spool: events wait there while the index is unavailable, and a repeated
 * delivery writes the same documents. Returns the function that stops it.
 */
export async function sendUbi(deps: UbiSenderDeps): Promise<() => Promise<void>> {
  const { store, columns, url, warn, everyMs = EVERY_MS, maxWaitMs = MAX_WAIT_MS } = deps
  await store.exec(SCHEMA)
  const replies = await createReplyStore(store)
  const { target, headers } = targetOf(url)
  const stopping = new AbortController()
  let lastProblem = ''

  async function sendNext(): Promise<boolean> {
    await columns.catchUp()
    const [progress] = await store.all<{ readonly id: number }>(READ, { target })
    const after = progress?.id ?? 0
    const last = await columns.settledEvent()
    if (after >= last) return false
    const upto = Math.min(last, after + EVENTS_AT_ONCE)
    await post(await linesOf(after, upto))
    await store.run(WRITE, { target, id: upto })
    return upto < last
  }

  async function linesOf(after: number, upto: number): Promise<string> {
    const lines: string[] = []
    const add = async (documents: AsyncIterable<UbiDocument>) => {
      for await (const document of documents) lines.push(ubiLine(document, true))
    }
    await add(readUbiQueries(columns, replies, { after, upto }))
    await add(readUbiEvents(columns, { after, upto }))
    return lines.join('')
  }

  /** @throws Error if the index rejects the whole request, or is too busy for a part of it. */
  async function post(body: string) {
    if (body === '') return
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const reply = await fetch(`${target}/_bulk`, { method: 'POST', headers, body, signal })
    if (!reply.ok) throw new Error(`${target} answered ${reply.status}.`)
    const refused = refusedOf(await reply.json())
    if (refused.some(({ status }) => status === 429 || status >= 500)) {
      throw new Error(`${target} is too busy for ${refused.length} documents.`)
    }
    const [first] = refused
    if (first) say(`${target} refused documents, and will not get them again: ${first.reason}`)
  }

  function say(problem: string) {
    if (problem !== lastProblem) warn(`--ubi: ${problem}`)
    lastProblem = problem
  }

  async function sendOrSay(wait: number): Promise<number> {
    try {
      return (await sendNext()) ? 0 : everyMs
    } catch (error) {
      if (!stopping.signal.aborted) say((error as Error).message)
      return Math.min(maxWaitMs, Math.max(everyMs, wait * 2))
    }
  }

  async function run() {
    let wait = everyMs
    while (!stopping.signal.aborted) {
      wait = await sendOrSay(wait)
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

interface Refusal {
  readonly status: number
  readonly reason: string
}

function refusedOf(reply: unknown): Refusal[] {
  const { errors, items } = (reply ?? {}) as { readonly errors?: unknown; readonly items?: unknown }
  if (errors !== true || !Array.isArray(items)) return []
  return items.flatMap((item: { readonly index?: { status?: unknown; error?: unknown } }) => {
    const status = Number(item?.index?.status)
    return status >= 400 ? [{ status, reason: JSON.stringify(item.index?.error ?? status) }] : []
  })
}

/** `fetch` does not accept a password in a URL, so it becomes a header. */
function targetOf(given: string) {
  const url = new URL(given)
  const { username, password } = url
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  url.username = ''
  url.password = ''
  return {
    target: url.href.replace(/\/+$/, ''),
    headers: {
      'content-type': 'application/x-ndjson',
      ...(username && { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
    },
  }
}
