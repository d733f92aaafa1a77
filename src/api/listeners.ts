import { guard } from '../browser/guard'
import type { SvcEvents } from './svc'

interface Listener {
  readonly kind: keyof SvcEvents
  readonly call: (detail: never) => void
}

const listeners = new Set<Listener>()

/** Calls a listener of the page from now on, guarded. Returns the function that ends it. */
export function addListener<Kind extends keyof SvcEvents>(
  kind: Kind,
  listener: (detail: SvcEvents[Kind]) => void,
): () => void {
  const entry: Listener = { kind, call: guard(listener) }
  listeners.add(entry)
  return () => {
    listeners.delete(entry)
  }
}

/** Calls the page's listeners of a kind. */
export function emit<Kind extends keyof SvcEvents>(kind: Kind, detail: SvcEvents[Kind]) {
  for (const listener of listeners) if (listener.kind === kind) listener.call(detail as never)
}
