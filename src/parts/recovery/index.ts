import { attempt } from '../../browser/guard'
import { type Hooks, hooks } from '../../browser/hooks'
import { listen, onStop } from '../../browser/listen'
import { sendWaiting } from '../../send/delivery'
import { type PixelOptions, platform } from '../../send/platform'
import { canFetch } from '../../send/transport'
import { findTransport } from './cors-detection'
import { fitEntry, overflow } from './fit-entry'

/** The browser's own constructor, even if the page replaces it later. */
const { Image } = window

/** Images in flight. An image without a reference may be garbage-collected together with its request. */
const images = new Set<HTMLImageElement>()

/**
 * Requests a pixel as an image, by GET. The response cannot be read and counts as received. It
 * cannot probe, because every GET would be an event.
 */
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

/** Whether `fetch` is the browser's own function rather than a wrapper of the page. */
const isNativeFetch = (): boolean =>
  /\[native code]/.test(Function.prototype.toString.call(window.fetch))

/**
 * Finds a way of sending after a try failed before any response: without reading the status, or as images if a wrapper around `fetch` does
 * not work.
 */
export async function mendTransport(hasAnswered: () => boolean) {
  const isReachable = await findTransport(hasAnswered)
  if (!isReachable && canFetch() && !isNativeFetch()) switchToImages()
}

let isOpen = false

/**
 * Provides what sending needs when it fails: an alternative to a blocked `fetch`, the detection of
 * CORS headers, and the limits of the URL and the queue.
 */
export function open() {
  if (isOpen) return
  isOpen = true
  watchForImages()
  Object.assign(hooks, { shorten: fitEntry, overflow, mendTransport } satisfies Hooks)
  sendWaiting()
}
