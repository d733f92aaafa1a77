import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import type { Compared } from './compare-stores.ts'
import type { Program } from './programs.ts'
import { createSender } from './sender.ts'

/** The result of a run. */
export interface KillResult extends Compared {
  readonly kills: Readonly<Record<string, number>>
  readonly seconds: number
}

const PAUSE_MS = { least: 500, most: 3_000 }
const DOWN_MS = { least: 100, most: 1_500 }

const within = ({ least, most }: typeof PAUSE_MS) => least + Math.random() * (most - least)

/**
 * Sends events while an intake, the consumer, the engine or the database is killed again and
 * again, and compares the store with what was answered: see `compareGiven`. The sender sends half of each
 * user's events before earlier ones, so that a store that gives them back as they arrived fails.
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
    return { ...(await cluster.compare(events)), kills, seconds: (Date.now() - start) / 1_000 }
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
