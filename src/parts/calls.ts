import type { RawCall } from '../api/calls'
import type { Run } from '../api/stub'
import { readGlobal } from '../browser/globals'
import { attempt } from '../browser/guard'
import { runCalls } from './calls/calls'
import { checkSettings } from './calls/check-settings'
import { conversationId } from './calls/conversation'
import { startDataLayer } from './calls/data-layer'
import { startInspection } from './calls/inspection'
import { track } from './calls/track'
import { answerUnconfigured, isConfigured } from './calls/unconfigured'

let isOpen = false

/** Opens all calls. @param call - An event that an earlier page kept because it was left before this part came. */
export function open(call?: RawCall): Run {
  if (!isConfigured()) void answerUnconfigured()
  else if (!isOpen) {
    isOpen = true
    checkSettings()
    const agent: unknown = Reflect.get(Object(readGlobal('svc')), 'agent')
    attempt(() => Object.defineProperty(agent, 'conversationId', { get: conversationId }))
    startInspection()
    startDataLayer()
  }
  if (call) {
    const { args, at, page } = call
    track(args[0], args[1], { at, page })
  }
  return runCalls
}
