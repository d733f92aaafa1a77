import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { missingPrograms } from '../../test/support/runner/programs.ts'
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts'
import { type Compared, isWhole } from './compare-stores.ts'
import { createSender } from './sender.ts'

/*
 * Checks that no acknowledged event is lost, with real programs on this machine: `npm run bench -- loss` is a short run, `-- --events
 * 100000` a long one, `-- --only kill` runs one fault. Exits with code 1 if a run did not end as it should.
 */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '10000' }, only: { type: 'string' } },
})

interface Fault {
  readonly options: ClusterOptions
  /** Causes the fault while events are being sent, and ends it. The result is printed. */
  readonly disturb: (
    cluster: Cluster,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>>>
}

/** Kills an intake, the consumer, the engine or the database again and again, each time for up to 1.5 s. */
async function kill({ intakes, consumer, engine, database }: Cluster, signal: AbortSignal) {
  const kills: Record<string, number> = {}
  const victims = [...intakes, consumer, engine, database]
  while (!signal.aborted) {
    await sleep(500 + Math.random() * 2_500, undefined, { signal }).catch(() => undefined)
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (!victim || signal.aborted) break
    await victim.stop()
    kills[victim.name] = (kills[victim.name] ?? 0) + 1
    await sleep(100 + Math.random() * 1_400)
    await victim.start()
  }
  return { kills }
}

/** The engine's stream is full for a while, so events wait in the spools. */
async function streamFull({ intakes, growStream }: Cluster) {
  await sleep(5_000)
  const engineUpWhileFull = await intakes[0]?.metric('svc_engine_up')
  await growStream()
  return { engineUpWhileFull }
}

const FAULTS: Readonly<Record<string, Fault>> = {
  kill: { options: { intakes: 2 }, disturb: kill },
  'stream-full': { options: { intakes: 2, intakeArgs: ['--log-limit', '1'] }, disturb: streamFull },
}

/**
 * Sends events through nginx during a fault, and compares the store with the acknowledged events; see `compareGiven`. The sender sends half
 * of each user's events before earlier ones, so that a store that returns them in order of arrival fails.
 */
async function run({ options, disturb }: Fault, events: number): Promise<Compared> {
  const cluster = await startCluster(options)
  const sender = createSender(cluster.url)
  try {
    const sent = new AbortController()
    const disturbed = disturb(cluster, sent.signal)
    await sender.send(0, events)
    sent.abort()
    const found = await disturbed
    await cluster.drained()
    const answers = [...sender.answers]
    return { ...(await cluster.compare(events)), ...found, ...{ answers } }
  } finally {
    sender.close()
    await cluster.close()
  }
}

const missing = missingPrograms()
if (missing.length > 0)
  console.log(
    `Not run: ${missing.join(', ')} not installed (Debian: nats-server postgresql nginx).`,
  )
else
  for (const [name, fault] of Object.entries(FAULTS)) {
    if (values.only && values.only !== name) continue
    const result = await run(fault, Number(values.events))
    console.log(`${isWhole(result) ? 'ok' : 'FAILED'}  ${name}  ${JSON.stringify(result)}`)
    if (!isWhole(result)) process.exitCode = 1
  }
