import { getOwn } from '../wire/get-own'

/** `document` reached through its prototype: an image named `referrer` replaces `document.referrer`. */
export const documentValue = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)

/**
 * An own property of `window`, or `undefined`. An element of that id or name is none
 * ([named access](https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object)).
 */
export const readGlobal = (name: string): unknown => getOwn(window, name)

/** Sets a property of `window`. Returns whether it is there: the page may have made the name read-only. */
export function writeGlobal(name: string, value: unknown): boolean {
  try {
    ;(window as unknown as Record<string, unknown>)[name] = value
  } catch {
    // Read-only: the comparison returns false.
  }
  return readGlobal(name) === value
}
