import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { createBackOff } from './drain-spool.ts'
import { type Engine, STREAM } from './engine.ts'
import type { BatchHandler, LogConsumer, LogEntry } from './log-consumer.ts'

/**
 * The maximum number of unfinished messages of all consumers with the same name. One consumer works
 * and the others stand by, so that events are stored in order.
 */
const BATCH = 500

const ACK_WAIT_MS = 30_000
const FETCH_MS = 1_000

/** Reads a stream as a durable consumer: messages that a killed process had not finished are delivered again. */
export function consumeEngine(engine: Engine, name: string, handle: BatchHandler): LogConsumer {
  const stopping = new AbortController()
  const { signal } = stopping
  const backOff = createBackOff()
  let failure: unknown
  let oldest: number | undefined

  async function run() {
    while (!signal.aborted) {
      try {
        await follow(await openConsumer(engine, name))
      } catch (error) {
        failure = error
        await backOff.pause(signal)
      }
    }
  }

  async function follow(consumer: Consumer) {
    while (!signal.aborted) {
      const messages = await fetchBatch(consumer)
      await finish(messages)
      failure = undefined
      backOff.reset()
    }
  }

  /** Retries a batch until the handler accepts it, because keeping the order matters more than letting a standby take over. */
  async function finish(messages: readonly JsMsg[]) {
    const entries = messages.map((message) => message.json<LogEntry>())
    oldest = entries[0]?.receivedAt
    if (entries.length > 0 && !(await handleAtLast(entries, messages))) return
    for (const message of messages) message.ack()
    // After a full batch, more messages probably wait.
    oldest = messages.length < BATCH ? undefined : entries.at(-1)?.receivedAt
  }

  /** Resolves with whether the handler has accepted the entries, rather than the consumer been stopped. */
  async function handleAtLast(entries: readonly LogEntry[], messages: readonly JsMsg[]) {
    while (!(await tryHandle(entries))) {
      if (signal.aborted) return false
      for (const message of messages) message.working()
    }
    return true
  }

  async function tryHandle(entries: readonly LogEntry[]): Promise<boolean> {
    try {
      await handle(entries)
      return true
    } catch (error) {
      failure = error
      await backOff.pause(signal)
      return false
    }
  }

  const running = run()
  return {
    failure: () => failure,
    oldest: () => oldest,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function openConsumer(engine: Engine, name: string): Promise<Consumer> {
  const { client, manager } = await engine.session()
  await manager.consumers.add(STREAM, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: BATCH,
  })
  return client.consumers.get(STREAM, name)
}

/** Also handles messages that arrived before a connection broke; otherwise they would be late. */
async function fetchBatch(consumer: Consumer): Promise<readonly JsMsg[]> {
  const messages: JsMsg[] = []
  try {
    const fetched = await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS })
    for await (const message of fetched) messages.push(message)
  } catch (error) {
    if (messages.length === 0) throw error
  }
  return messages
}
