import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import { compare } from './kill.ts'
import { createSender } from './sender.ts'

/** The engine's stream is full for a while; events wait in the spools. */
export async function diskFullRun(events: number) {
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
    return { ...(await compare(cluster, events)), ...found, answers: [...sender.answers] }
  } finally {
    sender.close()
    await cluster.close()
  }
}

/** A backlog that grew while the consumer was away is drained while events go on arriving. */
export async function backlogRun(backlog: number, meanwhile: number) {
  const cluster = await startCluster({ intakes: 1 })
  const sender = createSender({ urls: cluster.intakes.map(({ url }) => url) })
  try {
    await cluster.consumer.stop('SIGTERM')
    await sender.send(0, backlog)
    const start = performance.now()
    await cluster.consumer.start()
    await sender.send(backlog, backlog + meanwhile)
    await cluster.drained(1_200_000)
    const seconds = (performance.now() - start) / 1_000
    return { ...(await compare(cluster, backlog + meanwhile)), seconds }
  } finally {
    sender.close()
    await cluster.close()
  }
}

/** A spool that is full refuses impressions and still takes orders; both arrive in the end. */
export async function fullSpoolRun() {
  const cluster = await startCluster({ intakes: 1, intakeArgs: ['--spool-limit', '1'] })
  const urls = cluster.intakes.map(({ url }) => url)
  const sender = createSender({ urls })
  try {
    await cluster.engine.stop()
    const metric = (action: string) =>
      cluster.intakes[0]?.metric(`svc_events_refused_total{action="${action}"}`)
    const sending = sender.send(0, 3_000)
    await sleep(8_000)
    const refused = {
      PRODUCT_IMPRESSIONS: await metric('PRODUCT_IMPRESSIONS'),
      order: await metric('order'),
    }
    await cluster.engine.start()
    await sending
    await cluster.drained()
    return { ...(await compare(cluster, 3_000)), refused }
  } finally {
    sender.close()
    await cluster.close()
  }
}
