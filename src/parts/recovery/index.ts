import { attempt } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { deliveryHooks, sendWaiting } from '../../send/delivery'
import { type PixelOptions, platform } from '../../send/platform'
import { canFetch } from '../../send/transport'
import { lacksCors } from './cors-detection'
import { fitEntry, overflow } from './fit-entry'

/** The browser's own constructor, even if the page replaces it later. */
const { Image } = window

/** Held until they are answered: an image that nobody holds may be collected, its request with it. */
const images = new Set<HTMLImageElement>()

/** Requests a pixel as an image, by GET: a probe would be an event. A response cannot be read, and counts as received. */
const requestImage = (url: string, { signal, method }: PixelOptions): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (method) return reject()
    const image = new Image()
    images.add(image)
    const end = (settle: () => void) => () => {
      images.delete(image)
      settle()
    }
    image.onload = end(() => resolve({ status: 0 } as Response))
    image.onerror = end(reject)
    attempt(() => signal?.addEventListener('abort', end(reject)))
    image.src = url
  })

const switchToImages = () => {
  platform.transport = requestImage
}

/**
 * Sends events as images where `fetch` is missing, and as soon as the page's content security
 * policy blocks connections to the tracker, because it may still allow images.
 */
export function watchForImages() {
  if (!canFetch()) return switchToImages()
  onStop(
    listen(document, 'securitypolicyviolation', (event) => {
      const { disposition, effectiveDirective } = event as SecurityPolicyViolationEvent
      if (disposition === 'enforce' && effectiveDirective === 'connect-src') switchToImages()
    }),
  )
}

/** Whether `fetch` is the browser's own and no wrapper of the page. */
const isNativeFetch = (): boolean =>
  /\[native code]/.test(Function.prototype.toString.call(window.fetch))

/** A try failed before any was answered: a wrapper around `fetch` that does not work is not used again. */
export const doubtFetch = () => {
  if (canFetch() && !isNativeFetch()) switchToImages()
}

let isOpen = false

/** Brings what sending needs in trouble: a way around a refused `fetch`, the look for CORS headers, and the limits of URL and queue. */
export function open() {
  if (isOpen) return
  isOpen = true
  watchForImages()
  Object.assign(deliveryHooks, {
    shorten: fitEntry,
    overflow,
    lacksCors,
    onFirstFailure: doubtFetch,
  })
  sendWaiting()
}
