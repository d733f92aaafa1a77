import { guard } from '../browser/guard'

/** A kind of the page is a text, so that it cannot listen to what only parts hear: the notes of the log. */
type Kind = string | typeof NOTE

export const NOTE = 0

interface Listener {
  readonly kind: Kind
  readonly call: (detail: never) => void
}

const listeners = new Set<Listener>()

/** Calls a listener of the page or of a part from now on, guarded. Returns the function that ends it. */
export function addListener<Detail>(kind: Kind, listener: (detail: Detail) => void): () => void {
  const entry: Listener = { kind, call: guard(listener) }
  listeners.add(entry)
  return () => {
    listeners.delete(entry)
  }
}

/** Calls the listeners of a kind. */
export function emit(kind: Kind, detail: unknown) {
  for (const listener of listeners) if (listener.kind === kind) listener.call(detail as never)
}
