import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { openPostgres, type Sql, STREAM } from 'svc-tag-service'
import {
  natsServer,
  nginxServer,
  type Program,
  postgresServer,
  type ServiceProcess,
  serviceProcess,
  until,
} from '../../test/support/runner/programs.ts'
import { type Compared, compareStore } from './compare-stores.ts'

/** Several intakes behind nginx, JetStream, one consumer and PostgreSQL, each in its own process. */
export interface Cluster {
  /** The address of nginx. */
  readonly url: string
  readonly intakes: readonly ServiceProcess[]
  readonly consumer: ServiceProcess
  readonly engine: Program
  readonly database: Program & { readonly url: string }
  /** Resolves when all events have arrived in the store. */
  drained(): Promise<void>
  /** Enlarges a full stream, as its operator would. */
  growStream(): Promise<void>
  /** Compares the store with this many events of the sender. */
  compare(events: number): Promise<Compared>
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly intakes: number
  /** Additional options of the intakes. */
  readonly intakeArgs?: readonly string[]
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  chmodSync(folder, 0o755)
  const engine = await natsServer(folder)
  const database = await postgresServer(folder)
  await Promise.all([engine.start(), database.start()])
  const log = `nats://127.0.0.1:${engine.port}`
  const intakes: ServiceProcess[] = []
  for (let number = 1; number <= options.intakes; number += 1) {
    const spool = ['--spool', join(folder, `intake-${number}.spool.db`)]
    const args = ['--role', 'intake', '--log', log, ...spool, ...(options.intakeArgs ?? [])]
    intakes.push(await serviceProcess(`intake ${number}`, args))
  }
  const files = ['--db', join(folder, 'consume.db'), '--store', database.url]
  const consumer = await serviceProcess('consumer', ['--role', 'consume', '--log', log, ...files])
  const nginx = await nginxServer(
    folder,
    intakes.map(({ port }) => port),
  )
  for (const process of [...intakes, consumer, nginx]) await process.start()
  let store: Sql | undefined

  const isDrained = async () => {
    const spooled = await Promise.all(intakes.map((intake) => intake.metric('svc_spool_entries')))
    const lag = await consumer.metric('svc_consumer_lag')
    return spooled.every((entries) => entries === 0) && lag === 0
  }
  return {
    url: nginx.url,
    intakes,
    consumer,
    engine,
    database,
    drained: () => until('Draining', () => isDrained().catch(() => false), 300_000),
    async growStream() {
      const connection = await connectNats({ servers: log })
      const { streams } = await jetstreamManager(connection)
      await streams.update(STREAM, { max_bytes: 5 * 1024 ** 3 })
      await connection.close()
    },
    async compare(events) {
      store ??= await openPostgres(database.url)
      return compareStore(store, events)
    },
    async close() {
      await store?.close()
      for (const one of [nginx, ...intakes, consumer, engine]) await one.stop()
      await database.stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
