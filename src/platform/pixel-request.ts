import type { Guard } from './guard'
import { listen } from './listen'
import { retryAfterMs } from './retry-after'

/** How a pixel is asked for. */
export interface PixelOptions {
  /** `cors` reads the status; an answer without CORS headers then looks like none. */
  readonly mode: 'cors' | 'no-cors'
  /** `GET` when absent. */
  readonly method?: 'HEAD'
}

/**
 * Hears what became of a request: its HTTP status; 0 when it was answered and the page may not read how; nothing when
 * there was no answer.
 *
 * @param askedMs - How long the tracker asks us to stay away.
 */
export type OnAnswer = (status?: number, askedMs?: number) => void

/** Sends a request that outlives the page. Returns the function that gives it up; then nothing more is heard of it. */
export type RequestPixel = (url: string, options: PixelOptions, onAnswer: OnAnswer) => () => void

/**
 * Asks by `fetch` with `keepalive`; by images where that is missing or broken, or where the page's content security
 * policy lets images reach the tracker but not connections. Not by `sendBeacon`, which always POSTs.
 */
export function createPixelRequest(guard: Guard): RequestPixel {
  // Those of now: what the page puts in their place later is not asked.
  const { fetch, Image } = window
  const images = new Set<HTMLImageElement>()
  let isByImage = !('keepalive' in Request.prototype)
  let hasAnswered = false

  function onViolation(event: Event) {
    const { disposition, effectiveDirective } = event as SecurityPolicyViolationEvent
    if (disposition === 'enforce' && effectiveDirective === 'connect-src') isByImage = true
  }

  function askByImage(url: string, onAnswer: OnAnswer) {
    const image = new Image()
    // Held until it is answered: an image that nobody holds may be collected, its request with it.
    images.add(image)
    const end = (status?: number) => () => {
      images.delete(image)
      onAnswer(status)
    }
    image.onload = end(0)
    image.onerror = end()
    image.src = url
    return () => {
      image.onerror = null
      image.src = ''
      images.delete(image)
    }
  }

  function askByFetch(url: string, options: PixelOptions, onAnswer: OnAnswer) {
    const aborter = new AbortController()
    const unwatchPolicy = listen(guard, document, 'securitypolicyviolation', onViolation)
    let giveUp = () => {
      aborter.abort()
      unwatchPolicy()
      // Somebody's wrapper that never settles: most wrappers do no harm, so only one that was never seen to work.
      if (!hasAnswered && !/\[native code]/.test(Function.prototype.toString.call(fetch)))
        isByImage = true
    }
    fetch(url, {
      ...options,
      keepalive: true,
      credentials: 'omit',
      cache: 'no-store',
      priority: 'low',
      signal: aborter.signal,
    }).then(
      ({ status, headers }) => {
        hasAnswered = true
        unwatchPolicy()
        onAnswer(status, retryAfterMs(headers.get('retry-after'), Date.now()))
      },
      () =>
        // A violation of the content security policy is told just after the refusal.
        setTimeout(() => {
          if (aborter.signal.aborted) return
          unwatchPolicy()
          if (isByImage) giveUp = askByImage(url, onAnswer)
          else onAnswer()
        }),
    )
    return () => giveUp()
  }

  return (url, options, onAnswer) => {
    const heard = guard('request', onAnswer)
    try {
      if (!isByImage) return askByFetch(url, options, heard)
    } catch {
      // The page's own idea of fetch.
      isByImage = true
    }
    return askByImage(url, heard)
  }
}
