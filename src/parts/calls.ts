import type { RawCall } from '../api/calls'
import { describeSvc } from '../api/claim-global'
import type { Run } from '../api/stub'
import { runCalls } from './calls/calls'
import { checkSettings } from './calls/check-settings'
import { conversationId } from './calls/conversation'
import { startDataLayer } from './calls/data-layer'
import { startInspection } from './calls/inspection'
import { track } from './calls/track'

let isOpen = false

/** Opens all calls. @param call - An event that an earlier page kept because it was left before this part came. */
export function open(call?: RawCall): Run {
  if (!isOpen) {
    isOpen = true
    checkSettings()
    describeSvc('agent', { conversationId: { get: conversationId } })
    startInspection()
    startDataLayer()
  }
  if (call) {
    const { args, at, page } = call
    track(args[0], args[1], { at, page })
  }
  return runCalls
}
