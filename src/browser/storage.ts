import { throughGate } from './consent-gate'

const PREFIX = 'svc-tag.'

/**
 * The tag's own items in one of the page's storages, behind the consent gate. Storage can also be blocked, full or cleared at any time; a
 * read then finds nothing and a write returns `undefined`. Merely reading `window.localStorage` throws in a sandboxed frame.
 */
const open = (kind: 'localStorage' | 'sessionStorage') => ({
  read: (key: string): string | undefined =>
    throughGate(() => window[kind].getItem(PREFIX + key)) ?? undefined,
  /** Returns `true` if the item was stored. */
  write: (key: string, text: string): true | undefined =>
    throughGate(() => {
      window[kind].setItem(PREFIX + key, text)
      return true as const
    }),
  remove: (key: string) => throughGate(() => window[kind].removeItem(PREFIX + key)),
  /** The tag's own keys, without their prefix. */
  keys: (): readonly string[] =>
    (throughGate(() => Object.keys(window[kind])) ?? []).flatMap((key) =>
      key.startsWith(PREFIX) ? key.slice(PREFIX.length) : [],
    ),
})

/** Items that all tabs of the shop share. */
export const local = open('localStorage')

/**
 * The item that says that some tab has stored something for its own life. Most tabs store nothing, and can skip the slow access to
 * `sessionStorage`.
 */
export const TAB_IS_USED = 'tab-is-used'

/** Items that live as long as the tab. The first access is slow, because it asks another process. */
export const tab = open('sessionStorage')
