import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processorMs } from '../running-service.ts'
import { startCluster } from './cluster.ts'
import { nginxServer } from './nginx.ts'
import { type ServiceProcess, serviceProcess } from './processes.ts'
import { missingPrograms, until } from './programs.ts'
import { createSender } from './sender.ts'
import { sizeRun } from './size.ts'

/**
 * Measures the intake: SQLite alone, then 1, 2 and 3 intakes behind nginx with JetStream and one
 * consumer. Everything runs on this machine, the sender too; the share of the processor that an
 * event takes says more than its wall time. Then fills a store and times the pages that read it.
 * `-- --only intake` and `-- --only store` do one of both. `-- --stored 50000000 --folder /big` fills the
 * store of a large shop on a disk that has room for it.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    pairs: { type: 'string', default: '3' },
    stored: { type: 'string', default: '200000' },
    folder: { type: 'string', default: tmpdir() },
    only: { type: 'string' },
  },
})
const EVENTS = Number(values.events)
const WARM_UP = 1_000

const megabytes = async (one: ServiceProcess) =>
  Math.round((await one.metric('svc_memory_bytes')) / 1024 ** 2)

async function measure(url: string, processes: readonly ServiceProcess[]) {
  const sender = createSender({ urls: [url] })
  await sender.send(0, WARM_UP)
  const before = processes.map((one) => processorMs(one.pid()) ?? 0)
  const start = performance.now()
  await sender.send(WARM_UP, WARM_UP + EVENTS)
  const seconds = (performance.now() - start) / 1_000
  sender.close()
  return { seconds, before }
}

async function sqliteAlone(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  const service = await serviceProcess('service', ['--db', join(folder, 'service.db')])
  try {
    await service.start()
    const { seconds, before } = await measure(service.url, [service])
    await until('Storing', async () => (await service.metric('svc_spool_entries')) === 0)
    const cost = (processorMs(service.pid()) ?? 0) - (before[0] ?? 0)
    print('SQLite alone', seconds, cost, `memory ${await megabytes(service)} MB`)
    return EVENTS / seconds
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withEngine(intakes: number): Promise<number> {
  const cluster = await startCluster({ intakes })
  const nginx = await nginxServer(
    cluster.folder,
    cluster.intakes.map(({ port }) => port),
  )
  try {
    await nginx.start()
    const { seconds, before } = await measure(nginx.url, cluster.intakes)
    const lag = await cluster.consumer.metric('svc_consumer_lag')
    const ending = performance.now()
    await cluster.drained()
    const drained = ((performance.now() - ending) / 1_000).toFixed(1)
    const after = cluster.intakes.map((one) => processorMs(one.pid()) ?? 0)
    const cost = after.reduce((sum, ms, index) => sum + ms - (before[index] ?? 0), 0)
    const memory = await Promise.all([...cluster.intakes, cluster.consumer].map(megabytes))
    print(
      `${intakes} behind nginx`,
      seconds,
      cost,
      `lag ${lag} at the end, gone after ${drained} s, memory ${memory.join(' + ')} MB`,
    )
    return EVENTS / seconds
  } finally {
    await nginx.stop()
    await cluster.close()
  }
}

function print(name: string, seconds: number, cost: number, rest: string) {
  const rate = Math.round(EVENTS / seconds).toLocaleString('en')
  const micros = Math.round((cost / EVENTS) * 1_000)
  console.log(`${name.padEnd(16)} ${rate} events/s, ${micros} µs of processor an event, ${rest}`)
}

/** A shared machine is never twice as busy: the median of several pairs says more than one. */
async function compareIntakes() {
  const missing = missingPrograms()
  if (missing.length > 0) {
    await sqliteAlone()
    return console.log(`Skipped with JetStream: ${missing.join(', ')} not installed.`)
  }
  const shares: number[] = []
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const alone = await sqliteAlone()
    shares.push(Math.round(((await withEngine(1)) / alone) * 100))
  }
  shares.sort((one, other) => one - other)
  const median = shares[Math.floor(shares.length / 2)]
  console.log(`One intake with JetStream: ${median} % of SQLite alone (${shares.join(', ')})`)
  for (const intakes of [2, 3]) await withEngine(intakes)
}

async function measureStore() {
  const stored = Number(values.stored)
  console.log(`A store of ${stored.toLocaleString('en')} events:`)
  const { gigabytes, scans, rows } = await sizeRun({
    events: stored,
    folder: values.folder,
    progress: (line) => console.log(`  ${line}`),
    report: (name, { median, p95, processor }) =>
      console.log(
        `  ${name.padEnd(26)} median ${median} ms, p95 ${p95} ms, processor ${processor} ms`,
      ),
  })
  console.log(`  ${gigabytes.toFixed(1)} GB`)
  console.log(`  reads of whole tables: ${scans.length === 0 ? 'none' : ''}`)
  for (const scan of scans) console.log(`    ${scan}`)
  console.log('  rows:', rows)
}

if (values.only !== 'store') await compareIntakes()
if (values.only !== 'intake') await measureStore()
