import { drainSpool, type SpoolReader } from './drain-spool.ts'
import type { Engine, EngineSession } from './engine.ts'
import type { LogEntry } from './log-entry.ts'
import type { Spool, SpooledEntry } from './spool.ts'

/** Entries under way to the engine at once. */
const IN_FLIGHT = 256

const LAST_ENGINE = 'engine'

/**
 * Publishes a spool to the engine. The id of a message is the origin of its request, so that the
 * engine drops what is published twice. If the engine was started again, it may have lost what its
 * disk had not: all that is still in the spool is published again.
 */
export const forwardSpool = (spool: Spool, engine: Engine): SpoolReader =>
  drainSpool({
    spool,
    batchSize: IN_FLIGHT,
    async handle(batch) {
      const session = await engine.session()
      if (isAnotherEngine(spool, session)) {
        spool.rewind()
        throw new Error('The engine was started again; its events are published again.')
      }
      await publish(session, batch)
    },
  })

function isAnotherEngine(spool: Spool, { serverId }: EngineSession): boolean {
  if (spool.note(LAST_ENGINE) === serverId) return false
  spool.setNote(LAST_ENGINE, serverId)
  return true
}

async function publish({ client }: EngineSession, batch: readonly SpooledEntry[]) {
  const results = await Promise.allSettled(
    batch.map(({ number: _number, ...entry }) =>
      client.publish(subjectFor(entry), JSON.stringify(entry), { msgID: entry.origin }),
    ),
  )
  const failed = results.find(({ status }) => status === 'rejected') as
    | PromiseRejectedResult
    | undefined
  if (failed) throw failed.reason
}

const subjectFor = ({ site, action }: LogEntry) => `svc.${tokenOf(site)}.${tokenOf(action)}`

/** Characters between two dots of a subject. */
const tokenOf = (text: string) => text.replace(/[^\w-]/g, '_').slice(0, 64) || '_'
