import { listen } from '../../browser/listen'
import { onStop } from '../../browser/teardown'

/** Holds elements until they are whole. */
export interface ParsedGate {
  readonly add: (element: Element) => void
  /** Lets through what is known to be whole: something comes after it. */
  readonly flush: () => void
}

/** Whether the page was read to its end. Its `readyState` would not say: Chromium calls a page complete that is left before. */
const wasParsed = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.domContentLoadedEventStart !== 0

/** @param onWhole - Gets each element when the page is parsed, or when it is flushed. */
export function createParsedGate(onWhole: (element: Element) => void): ParsedGate {
  const waiting = new Set<Element>()
  /** Asked for the first time when there is an element. */
  let isParsed: boolean | undefined

  function flush() {
    for (const element of waiting) {
      // The parser may still be inside the element unless a sibling follows it.
      if (!isParsed && !element.nextSibling) continue
      waiting.delete(element)
      onWhole(element)
    }
  }

  function watchParser() {
    isParsed = wasParsed()
    if (isParsed) return
    onStop(
      listen(document, 'DOMContentLoaded', () => {
        isParsed = true
        flush()
      }),
    )
  }

  return {
    add(element) {
      if (isParsed === undefined) watchParser()
      if (isParsed) onWhole(element)
      else waiting.add(element)
    },
    flush,
  }
}
