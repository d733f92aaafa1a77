/**
 * What stands on `window` under a name; nothing when it is only an element of that id or name, which every page makes
 * reachable there ([named access](https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object)).
 */
export function readGlobal(name: string): unknown {
  return Object.prototype.hasOwnProperty.call(window, name)
    ? (window as unknown as Record<string, unknown>)[name]
    : undefined
}

/** Puts a value on `window`. Says whether it is there: a page may have made the name read-only. */
export function writeGlobal(name: string, value: unknown): boolean {
  try {
    ;(window as unknown as Record<string, unknown>)[name] = value
  } catch {
    // Read-only: the check below says so.
  }
  return readGlobal(name) === value
}
