import { documentValue } from '../../browser/globals'
import { listen } from '../../browser/listen'
import { onStop } from '../../browser/teardown'

/** Holds elements until they are whole. */
export interface ParsedGate {
  readonly add: (element: Element) => void
  /** Lets through what is known to be whole: something comes after it. */
  readonly flush: () => void
}

/** @param onWhole - Gets each element when the page is parsed, or when it is flushed. */
export function createParsedGate(onWhole: (element: Element) => void): ParsedGate {
  const waiting = new Set<Element>()
  // By the event: Chromium calls a page complete that is left while it is loading.
  let isParsed = documentValue('readyState') !== 'loading'

  function flush() {
    for (const element of waiting) {
      if (!isParsed && !element.nextSibling) continue
      waiting.delete(element)
      onWhole(element)
    }
  }

  if (!isParsed)
    onStop(
      listen(document, 'DOMContentLoaded', () => {
        isParsed = true
        flush()
      }),
    )
  return {
    add(element) {
      if (isParsed) onWhole(element)
      else waiting.add(element)
    },
    flush,
  }
}
