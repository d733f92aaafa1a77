import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoKeys } from '../../../service/http/keys.ts'
import { openSpool } from '../../../service/log/spool.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { until } from './programs.ts'
import { createSender, queryOf } from './sender.ts'

/**
 * The engine's disk is full. NATS then stops JetStream until it is started again, which its operator
 * does after giving it more room.
 */
export async function diskFullRun(events: number) {
  const cluster = await startCluster({ intakes: 2, engineDiskMegabytes: 2 })
  return sendThrough(cluster, events, async () => {
    const isDown = async () => (await cluster.intakes[0]?.metric('svc_engine_up')) === 0
    await until('A full disk', isDown)
    cluster.growDisk()
    await cluster.engine.stop('SIGTERM')
    await cluster.engine.start()
    return { wasFull: true }
  })
}

/** The engine's stream is full for a while; events wait in the spools. */
export async function streamFullRun(events: number) {
  const cluster = await startCluster({ intakes: 2, intakeArgs: ['--log-limit', '1'] })
  return sendThrough(cluster, events, async () => {
    await sleep(5_000)
    const up = await cluster.intakes[0]?.metric('svc_engine_up')
    await cluster.growStream()
    return { engineUpWhileFull: up }
  })
}

/** The network between intakes and engine is cut three times. */
export async function networkCutRun(events: number) {
  const cluster = await startCluster({ intakes: 2, hasNetwork: true })
  return sendThrough(cluster, events, async () => {
    for (let time = 0; time < 3; time += 1) {
      await sleep(1_500)
      cluster.network?.cut()
      await sleep(2_000)
      cluster.network?.mend()
    }
    return {}
  })
}

async function sendThrough(
  cluster: Cluster,
  events: number,
  disturb: () => Promise<Readonly<Record<string, unknown>>>,
) {
  const sender = createSender({ urls: cluster.intakes.map(({ url }) => url) })
  try {
    const disturbed = disturb()
    await sender.send(0, events)
    const found = await disturbed
    await cluster.drained()
    return { ...(await cluster.compare(events)), ...found, answers: [...sender.answers] }
  } finally {
    sender.close()
    await cluster.close()
  }
}

/**
 * A backlog that grew in an intake's spool while the engine and the consumer were away is drained
 * while events go on arriving. The script writes the spool itself: sending takes longer than draining.
 */
export async function backlogRun(backlog: number, meanwhile: number) {
  const cluster = await startCluster({ intakes: 1 })
  const sender = createSender({ urls: cluster.intakes.map(({ url }) => url), atOnce: 8 })
  try {
    const processes = [...cluster.intakes, cluster.consumer]
    for (const process of processes) await process.stop('SIGTERM')
    await fillSpool(join(cluster.folder, 'intake-1.spool.db'), backlog)
    const start = performance.now()
    for (const process of processes) await process.start()
    await sender.send(backlog, backlog + meanwhile)
    const lag = await cluster.consumer.metric('svc_consumer_lag')
    const spooled = await cluster.intakes[0]?.metric('svc_spool_entries')
    await cluster.drained(3_600_000)
    const seconds = Math.round((performance.now() - start) / 1_000)
    const found = await cluster.compare(backlog + meanwhile)
    return { ...found, seconds, afterSending: { lag, spooled }, answers: [...sender.answers] }
  } finally {
    sender.close()
    await cluster.close()
  }
}

const APPENDED_AT_ONCE = 5_000

async function fillSpool(file: string, events: number) {
  const spool = openSpool({ file, keepMs: 600_000 })
  for (let from = 0; from < events; from += APPENDED_AT_ONCE) {
    const counts = Array.from(
      { length: Math.min(APPENDED_AT_ONCE, events - from) },
      (_, n) => from + n,
    )
    await Promise.all(
      counts.map((count) => {
        const query = queryOf(count)
        const action = new URLSearchParams(query).get('action') ?? ''
        const entry = { site: demoKeys.siteKey, action, query, browser: '', receivedAt: Date.now() }
        return spool.append(entry)
      }),
    )
  }
  spool.close()
}

/** A spool that is full refuses impressions and still takes orders; both arrive in the end. */
export async function fullSpoolRun() {
  const cluster = await startCluster({ intakes: 1, intakeArgs: ['--spool-limit', '1'] })
  const urls = cluster.intakes.map(({ url }) => url)
  const sender = createSender({ urls })
  try {
    await cluster.engine.stop()
    // Absent until the first refusal.
    const metric = async (action: string) =>
      (await cluster.intakes[0]?.metric(`svc_events_refused_total{action="${action}"}`)) || 0
    const sending = sender.send(0, 3_000)
    await until('A full spool', async () => (await metric('PRODUCT_IMPRESSIONS')) > 0)
    const refused = {
      PRODUCT_IMPRESSIONS: await metric('PRODUCT_IMPRESSIONS'),
      order: await metric('order'),
    }
    await cluster.engine.start()
    await sending
    await cluster.drained()
    return { ...(await cluster.compare(3_000)), refused }
  } finally {
    sender.close()
    await cluster.close()
  }
}
