import { guard } from '../browser/guard'

interface Listener {
  readonly kind: string
  readonly call: (detail: never) => void
}

const listeners = new Set<Listener>()

/** Calls a listener of the page or of a part from now on, guarded. Returns the function that ends it. */
export function addListener<Detail>(kind: string, listener: (detail: Detail) => void): () => void {
  const entry: Listener = { kind, call: guard(listener) }
  listeners.add(entry)
  return () => {
    listeners.delete(entry)
  }
}

/** Calls the listeners of a kind. */
export function emit(kind: string, detail: unknown) {
  for (const listener of listeners) if (listener.kind === kind) listener.call(detail as never)
}
