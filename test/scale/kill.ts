import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import type { Program } from './programs.ts'
import { createSender, momentOf, userOf } from './sender.ts'

/** The result of a run. */
export interface KillResult {
  readonly events: number
  readonly kills: Readonly<Record<string, number>>
  readonly stored: number
  readonly lost: number
  readonly twice: number
  readonly outOfOrder: number
  readonly repeats: number
  readonly seconds: number
}

const PAUSE_MS = { least: 500, most: 3_000 }
const DOWN_MS = { least: 100, most: 1_500 }

const within = ({ least, most }: typeof PAUSE_MS) => least + Math.random() * (most - least)

/**
 * Sends events while an intake, the consumer, the engine or the database is killed again and
 * again, and compares the store with what was answered.
 */
export async function killRun(events: number): Promise<KillResult> {
  const start = Date.now()
  const cluster = await startCluster({ intakes: 2 })
  const sender = createSender({ urls: cluster.intakes.map(({ url }) => url) })
  try {
    const killing = new AbortController()
    const killed = killAround(cluster, killing.signal)
    await sender.send(0, events)
    killing.abort()
    const kills = await killed
    await cluster.drained()
    return { ...(await compare(cluster, events)), kills, seconds: (Date.now() - start) / 1_000 }
  } finally {
    sender.close()
    await cluster.close()
  }
}

async function killAround(cluster: Cluster, signal: AbortSignal) {
  const kills: Record<string, number> = {}
  const { intakes, consumer, engine, database } = cluster
  const victims: readonly Program[] = [...intakes, consumer, engine, database]
  while (!signal.aborted) {
    await sleep(within(PAUSE_MS), undefined, { signal }).catch(() => undefined)
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (!victim || signal.aborted) break
    await victim.stop()
    kills[victim.name] = (kills[victim.name] ?? 0) + 1
    await sleep(within(DOWN_MS))
    await victim.start()
  }
  return kills
}

/** Every answered event has to be in the store once, and each user's events in order of `t`. */
export async function compare(cluster: Cluster, events: number) {
  const rows = await cluster.ask<{ readonly uid: string; readonly t: string }>(
    'select uid, t from tracker_events order by uid, at',
  )
  const [sums] = await cluster.ask<{ readonly repeats: number }>(
    'select coalesce(sum(repeats), 0) as repeats from tracker_events',
  )
  const times = new Map<string, number>()
  const byUser = new Map<string, string[]>()
  for (const { uid, t } of rows) {
    times.set(`${uid} ${t}`, (times.get(`${uid} ${t}`) ?? 0) + 1)
    const moments = byUser.get(uid) ?? []
    moments.push(t)
    byUser.set(uid, moments)
  }
  const sent = Array.from({ length: events }, (_, count) => `${userOf(count)} ${momentOf(count)}`)
  const isOrdered = (moments: readonly string[]) =>
    moments.every((t, index) => index === 0 || t > (moments[index - 1] ?? ''))
  return {
    events,
    stored: rows.length,
    lost: sent.filter((event) => !times.has(event)).length,
    twice: [...times.values()].filter((count) => count > 1).length,
    outOfOrder: [...byUser.values()].filter((moments) => !isOrdered(moments)).length,
    repeats: sums?.repeats ?? 0,
  }
}
