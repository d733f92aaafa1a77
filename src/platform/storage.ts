/** Texts kept in this browser. Storage that throws is storage that is absent: reads find nothing, writes say `false`. */
export interface Storage {
  readonly read: (key: string) => string | undefined
  /** Says whether the text was kept. */
  readonly write: (key: string, text: string) => boolean
  readonly remove: (key: string) => void
  /** The keys that are ours. */
  readonly keys: () => readonly string[]
}

/** Tells our keys from the shop's. */
const PREFIX = 'svc-tag.'

/**
 * The page's own storage of one kind, ours by a prefix. Asked anew at each call: it can be blocked, full, or cleared
 * at any time, and merely reading `window.localStorage` throws in a sandboxed frame.
 */
export function openStorage(kind: 'localStorage' | 'sessionStorage'): Storage {
  const attempt = <Result>(task: (storage: globalThis.Storage) => Result): Result | undefined => {
    try {
      return task(window[kind])
    } catch {
      // Blocked or full: the caller has a lesser way.
      return undefined
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(PREFIX + key)) ?? undefined,
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(PREFIX + key, text)
        return true
      }) ?? false,
    remove: (key) => attempt((storage) => storage.removeItem(PREFIX + key)),
    keys: () =>
      attempt((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith(PREFIX))
          .map((key) => key.slice(PREFIX.length)),
      ) ?? [],
  }
}
