import { schedule } from '../browser/clock'
import { isGateOpen } from '../browser/consent-gate'
import { attempt } from '../browser/guard'
import { newId } from '../browser/ids'
import type { Change, EventStore } from '../send/platform'
import type { QueueEntry, StoredRecord } from '../send/queue-entry'
import { jsonText } from '../wire/pixel-url'
import type { SandboxStorage } from './sandbox-api'

/** Items in the page's `localStorage`, through the sandbox. */
export type KeptTexts = ReturnType<typeof createKeptTexts>

/** The tag's own prefix, so that withdrawn consent also erases the pixel's items. */
const PREFIX = 'svc-tag.'

/**
 * Opens the tag's own items in the page's `localStorage`, behind the consent gate. Where storage is unavailable, an item lives as long as the
 * page.
 */
export function createKeptTexts(storage: SandboxStorage) {
  const inMemory = new Map<string, string>()

  async function names(): Promise<readonly string[]> {
    const count = await storage.length().catch(() => 0)
    const all = Array.from({ length: count }, (_, index) =>
      storage.key(index).catch(() => undefined),
    )
    return (await Promise.all(all)).flatMap((name) =>
      name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
    )
  }

  async function remove(name: string): Promise<void> {
    inMemory.delete(name)
    await storage.removeItem(PREFIX + name).catch(() => undefined)
  }

  async function readOwn(name: string): Promise<string | undefined> {
    const text = await storage.getItem(PREFIX + name).catch(() => undefined)
    return text ?? inMemory.get(name)
  }

  const read = async (name: string): Promise<string | undefined> =>
    isGateOpen() ? readOwn(name) : undefined

  return {
    read,
    /** Reads an item after a refusal, which has closed the gate, to find out what belongs to the tag. */
    readOwn,
    /** The item as this page wrote it last, even if the storage was full and still has an older one. */
    readLatest: async (name: string): Promise<string | undefined> =>
      inMemory.get(name) ?? read(name),
    /** Posts the item to the page at once. The promise resolves when the page has responded. */
    async write(name: string, text: string): Promise<void> {
      if (!isGateOpen()) return
      inMemory.set(name, text)
      await storage.setItem(PREFIX + name, text).then(
        () => inMemory.delete(name),
        () => false,
      )
    },
    remove,
    /** The names with this prefix. */
    async names(prefix: string): Promise<readonly string[]> {
      if (!isGateOpen()) return []
      const found = new Set([...(await names()), ...inMemory.keys()])
      return [...found].filter((name) => name.startsWith(prefix))
    },
    /** Removes all of the tag's items, after a refusal. */
    async erase(): Promise<void> {
      for (const name of [...(await names()), ...inMemory.keys()]) await remove(name)
    },
  }
}

/**
 * A name of its own, because the tag moves its items into its database, where the pixel could not
 * remove an event that has been answered in the meantime.
 */
const NAME = 'pixel.'

/** Longer than two pages take to overwrite one another's claims. */
const CLAIM_MS = 150

/** Stores the queue of a pixel: one item in the page's `localStorage` for each event, written and read through messages to the page. */
export function createSandboxStore(texts: KeptTexts): EventStore {
  const owner = newId()
  /** Keys with a pending change; what is read for them is outdated. */
  const unsettled = new Map<string, number>()

  async function settle(key: string, change: Promise<unknown>) {
    unsettled.set(key, (unsettled.get(key) ?? 0) + 1)
    await change
    unsettled.set(key, (unsettled.get(key) ?? 0) - 1)
  }

  const write = (entry: QueueEntry) =>
    settle(entry.key, texts.write(NAME + entry.key, jsonText({ ...entry, owner })))

  const remove = (key: string) => settle(key, texts.remove(NAME + key))

  async function read(name: string): Promise<(StoredRecord & { owner?: string }) | undefined> {
    const text = await texts.read(name)
    const record = attempt(() => JSON.parse(text ?? ''))
    return record?.key === name.slice(NAME.length) ? record : undefined
  }

  /** All records. Removes items that are not valid records of their key. */
  async function readAll(): Promise<readonly StoredRecord[]> {
    const found: StoredRecord[] = []
    for (const name of [...(await texts.names(NAME))].sort()) {
      const record = await read(name)
      if (record) found.push(record)
      else await texts.remove(name)
    }
    return found.filter(({ key }) => !unsettled.get(key))
  }

  /** Writes changes. Returns the entries that no other page claimed at the same moment. */
  async function make(changes: readonly Change[]): Promise<readonly QueueEntry[]> {
    const claimed = changes.filter((change) => typeof change !== 'string')
    await Promise.all(
      changes.map((change) => (typeof change === 'string' ? remove(change) : write(change))),
    )
    if (!claimed.length) return []
    await new Promise<void>((resolve) => schedule(resolve, CLAIM_MS))
    const owned = await Promise.all(
      claimed.map(async (entry) =>
        (await read(NAME + entry.key))?.owner === owner ? [entry] : [],
      ),
    )
    return owned.flat()
  }

  return {
    put: (entry) => void write(entry),
    handOver(entry) {
      void write(entry)
      return true
    },
    remove: (key) => void remove(key),
    claim: (decide, onDone) =>
      void readAll()
        .then((records) => make(decide(records)))
        .then(onDone),
    // The pixel removes all of the tag's items.
    erase() {},
  }
}
