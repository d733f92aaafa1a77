import type { Guard } from './guard'

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
