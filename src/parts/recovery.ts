import { deliveryHooks, sendWaiting } from '../send/delivery'
import { lacksCors } from './recovery/cors-detection'
import { fitEntry } from './recovery/fit-entry'
import { doubtFetch, watchForImages } from './recovery/image-request'
import { overflow } from './recovery/overflow'

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
