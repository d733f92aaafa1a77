import type { Guard } from '../platform/guard'

/** Passes on what happens to whoever on the page asked for it. */
export interface Listeners<Kinds> {
  /** Calls the listener from now on. Returns the function that stops it. */
  readonly on: <Kind extends keyof Kinds>(
    kind: Kind,
    listener: (detail: Kinds[Kind]) => void,
  ) => () => void
  readonly tell: <Kind extends keyof Kinds>(kind: Kind, detail: Kinds[Kind]) => void
}

/** Starts with no listener. One that throws is reported to the guard, and the others are still told. */
export function createListeners<Kinds>(guard: Guard): Listeners<Kinds> {
  const listeners = new Set<{ kind: keyof Kinds; call: (detail: never) => void }>()
  return {
    on(kind, listener) {
      const entry = { kind, call: guard('listener', listener) }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    tell(kind, detail) {
      for (const entry of listeners) if (entry.kind === kind) entry.call(detail as never)
    },
  }
}
