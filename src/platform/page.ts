import type { Guard } from './guard'
import { listen } from './listen'

/** The page as the tracker knows it. */
export interface Page {
  /** Where the shopper is now. */
  readonly url: () => string
  /** The page before: the previous route of a single-page shop, else the document's referrer, else empty. */
  readonly referrer: () => string
  /** A new route is shown; the one before becomes the referrer. */
  readonly movedFrom: (previousUrl: string) => void
}

/** The current document. */
export function openPage(): Page {
  let previousUrl: string | undefined
  return {
    url: () => location.href,
    referrer: () => previousUrl ?? document.referrer,
    movedFrom: (url) => {
      previousUrl = url
    },
  }
}

/**
 * Runs the task now, or with an event when a [prerendered](https://wicg.github.io/nav-speculation/prerendering.html) page
 * is shown: until then it is there to be looked at later, and must count nothing.
 */
export function whenActivated(task: (activation?: Event) => void) {
  if ((document as { prerendering?: boolean }).prerendering === true)
    document.addEventListener('prerenderingchange', task, { once: true })
  else task()
}

/** Runs the task when the page is parsed, which may be now. */
export function whenParsed(guard: Guard, task: () => void) {
  if (document.readyState !== 'loading') task()
  else document.addEventListener('DOMContentLoaded', guard('parsed', task), { once: true })
}

/**
 * Looks for something, and once more when the page has loaded if it is not there yet.
 *
 * @param look - Starts watching what it finds, and returns how to stop.
 * @returns The function that stops waiting, and what the look has started.
 */
export function watchLoad(guard: Guard, look: () => (() => void) | undefined): () => void {
  const lookAgain = () => {
    stop?.()
    stop = look()
  }
  // After the page's own listeners, one of which may make what is looked for.
  let stop: (() => void) | undefined = look() ?? listen(guard, window, 'load', lookAgain, false)
  return () => stop?.()
}
