import { schedule } from '../browser/clock'
import { attempt } from '../browser/guard'
import { newId } from '../browser/ids'
import type { StoredRecord } from '../parts/recovery/claim'
import type { JournalEntry } from '../send/journal-entry'
import type { KeptTexts } from './kept-texts'

/** An event in the journal, with the page that has it on lease. */
export interface PixelEntry extends JournalEntry {
  readonly owner: string
}

/** The events of pixels that are not answered yet. */
export type PixelJournal = ReturnType<typeof createJournal>

/**
 * Not the names of the tag's own texts: the tag moves those into its database, where the pixel could not remove an event that was answered
 * meanwhile.
 */
const NAME = 'pixel.'

/** Longer than two pages take to overwrite one another's claims. */
const CLAIM_MS = 150

/** Opens the journal: one text in the page's `localStorage` for each event. */
export function createJournal(texts: KeptTexts) {
  const owner = newId()

  async function readRecord(name: string): Promise<StoredRecord | undefined> {
    const text = await texts.read(name)
    const record = attempt(() => JSON.parse(text ?? ''))
    return record?.key === name.slice(NAME.length) ? record : undefined
  }

  const keep = (entry: JournalEntry): Promise<void> =>
    texts.write(NAME + entry.key, JSON.stringify({ ...entry, owner }))

  return {
    /** Keeps an event, over the record of the same key. The page gets it before anything that is sent later. */
    keep,
    forget: (key: string): Promise<void> => texts.remove(NAME + key),
    /** All records in the order of keys; what is no record of its key is removed. */
    async records(): Promise<readonly StoredRecord[]> {
      const found: StoredRecord[] = []
      for (const name of [...(await texts.names(NAME))].sort()) {
        const record = await readRecord(name)
        if (record) found.push(record)
        else await texts.remove(name)
      }
      return found
    },
    /** Claims entries, and returns those that no other page has claimed in the same moment. */
    async claim(entries: readonly JournalEntry[]): Promise<readonly JournalEntry[]> {
      if (entries.length === 0) return []
      await Promise.all(entries.map(keep))
      await new Promise<void>((resolve) => schedule(resolve, CLAIM_MS))
      const mine = await Promise.all(
        entries.map(async (entry) => {
          const record = await readRecord(NAME + entry.key)
          return record && (record as Partial<PixelEntry>).owner === owner ? [entry] : []
        }),
      )
      return mine.flat()
    },
  }
}
