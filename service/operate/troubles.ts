import type { EventLog, LogConsumer } from '../log/log-consumer.ts'

/** Beyond this part of the spool, new events should go to another intake. */
const NEARLY_FULL = 0.9

/** Says why an intake should get no more events, one sentence each. */
export async function intakeTroubles(log: EventLog): Promise<readonly string[]> {
  const { spooledBytes, limitBytes } = await log.status()
  const percent = Math.round((spooledBytes / limitBytes) * 100)
  return spooledBytes < limitBytes * NEARLY_FULL ? [] : [`The spool is ${percent} % full.`]
}

/** Says why a consumer does not get on. */
export function consumerTroubles(consumer: LogConsumer): readonly string[] {
  const failure = consumer.failure()
  return failure === undefined ? [] : [`The store takes no events: ${messageOf(failure)}`]
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : `${failure}`)
