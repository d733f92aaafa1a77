import { deliveryHooks, sendWaiting } from '../../send/delivery'
import { lacksCors } from './cors-detection'
import { fitEntry } from './fit-entry'
import { doubtFetch, watchForImages } from './image-request'
import { overflow } from './overflow'

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
