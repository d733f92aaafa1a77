import type { VisitId } from '../brand'
import type { Storage } from './storage'

/** Some ids under a name. */
type NamedIds = readonly [name: string, ...ids: string[]]

/** Lists of ids, kept for one visit and shared by its tabs. Another visit finds nothing, and takes the place. */
export interface VisitLists {
  /** The lists of this visit, the latest first. */
  readonly read: (visit: VisitId) => readonly NamedIds[]
  /** Puts ids at the front of a list, each once, and the list before the others. */
  readonly add: (visit: VisitId, name: string, ids: readonly string[]) => void
  readonly erase: () => void
}

export interface VisitListsDeps {
  /** Where it cannot write, the lists last as long as the page. */
  readonly storage: Pick<Storage, 'read' | 'write' | 'remove'>
  readonly key: string
  /** The most lists, and the most ids in each; the oldest are forgotten. */
  readonly limits: { readonly lists: number; readonly ids: number }
}

/** Between lists, and between the words of one: ids have no control characters. Not JSON, which a page can have changed. */
const LIST = '\u001e'
const WORD = '\u001f'

/** Keeps one text: the visit, then each list with its name first. */
export function createVisitLists({ storage, key, limits }: VisitListsDeps): VisitLists {
  let inMemory: string | undefined

  function read(visit: VisitId) {
    const [owner, ...lists] = (inMemory ?? storage.read(key) ?? '').split(LIST)
    return owner === visit ? lists.map((list) => list.split(WORD) as [string, ...string[]]) : []
  }

  return {
    read,
    add(visit, name, ids) {
      const lists = read(visit)
      const [, ...known] = lists.find(([one]) => one === name) ?? []
      const list = [name, ...[...new Set([...ids, ...known])].slice(0, limits.ids)]
      const others = lists.filter(([one]) => one !== name).slice(0, limits.lists - 1)
      const text = [[visit], list, ...others].map((words) => words.join(WORD)).join(LIST)
      inMemory = storage.write(key, text) ? undefined : text
    },
    erase() {
      inMemory = undefined
      storage.remove(key)
    },
  }
}
