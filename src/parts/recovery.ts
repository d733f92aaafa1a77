import { isArriving } from '../send/last-response'
import { useRecovery } from '../send/sender'
import { watchForImages } from './recovery/image-request'
import { recovery, startRecovery } from './recovery/recovery'

let isOpen = false

/** Takes over what is not sent at the first try. */
export function open() {
  if (isOpen) return
  isOpen = true
  watchForImages()
  startRecovery(useRecovery(recovery), isArriving(0) !== undefined)
}
