import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { STREAM } from '../../../service/log/engine.ts'
import { openPostgres } from '../../../service/store/postgres.ts'
import type { Sql } from '../../../service/store/sql.ts'
import { type Compared, compareStore } from './compare-stores.ts'
import { type Network, networkTo } from './network.ts'
import { type ServiceProcess, serviceProcess } from './processes.ts'
import { natsServer, type Program, postgresServer, until } from './programs.ts'
import { smallDisk } from './small-disk.ts'

/** Several intakes, JetStream, one consumer and PostgreSQL, each a process of its own. */
export interface Cluster {
  readonly folder: string
  readonly intakes: readonly ServiceProcess[]
  readonly consumer: ServiceProcess
  readonly engine: Program
  /** Between the intakes and the engine, when it was asked for. */
  readonly network: Network | undefined
  readonly database: Program & { readonly url: string }
  /** Settles when all events have arrived in the store. */
  drained(forMs?: number): Promise<void>
  /** Gives a full stream more room, as its operator would. */
  growStream(): Promise<void>
  /** Gives the engine's own disk more room, when it has one. */
  growDisk(): void
  /** Compares the store with so many events of the sender. */
  compare(events: number): Promise<Compared>
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly intakes: number
  /** More options of the intakes. */
  readonly intakeArgs?: readonly string[]
  /** The size of the engine's own disk, see `smallDisk`. */
  readonly engineDiskMegabytes?: number
  /** Puts a network that can be cut between the intakes and the engine. */
  readonly hasNetwork?: boolean
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  chmodSync(folder, 0o755)
  const { engineDiskMegabytes: megabytes } = options
  const disk = megabytes ? smallDisk(join(folder, 'jetstream'), megabytes) : undefined
  const engine = await natsServer(folder)
  const database = await postgresServer(folder)
  await Promise.all([engine.start(), database.start()])
  const log = `nats://127.0.0.1:${engine.port}`
  const network = options.hasNetwork ? await networkTo(engine.port) : undefined
  const intakes: ServiceProcess[] = []
  for (let number = 1; number <= options.intakes; number += 1) {
    const spool = ['--spool', join(folder, `intake-${number}.spool.db`)]
    const args = [
      '--role',
      'intake',
      '--log',
      network?.url ?? log,
      ...spool,
      ...(options.intakeArgs ?? []),
    ]
    intakes.push(await serviceProcess(`intake ${number}`, args))
  }
  const files = ['--db', join(folder, 'consume.db'), '--store', database.url]
  const consumer = await serviceProcess('consumer', ['--role', 'consume', '--log', log, ...files])
  for (const process of [...intakes, consumer]) await process.start()
  let store: Sql | undefined

  const isDrained = async () => {
    const spooled = await Promise.all(intakes.map((intake) => intake.metric('svc_spool_entries')))
    const lag = await consumer.metric('svc_consumer_lag')
    return spooled.every((entries) => entries === 0) && lag === 0
  }
  return {
    folder,
    intakes,
    consumer,
    engine,
    network,
    database,
    drained: (forMs = 300_000) => until('Draining', () => isDrained().catch(() => false), forMs),
    async growStream() {
      const connection = await connectNats({ servers: log })
      const { streams } = await jetstreamManager(connection)
      await streams.update(STREAM, { max_bytes: 5 * 1024 ** 3 })
      await connection.close()
    },
    growDisk: () => disk?.grow(),
    async compare(events) {
      store ??= await openPostgres(database.url)
      return compareStore(store, events)
    },
    async close() {
      await store?.close()
      network?.close()
      for (const one of [...intakes, consumer, engine]) await one.stop()
      await database.stop('SIGINT')
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
