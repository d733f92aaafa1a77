import type { Run } from '../api/stub'
import { readGlobal } from '../browser/globals'
import { attempt } from '../browser/guard'
import { runCalls } from './calls/calls'
import { checkSettings } from './calls/check-settings'
import { conversationId } from './calls/conversation'
import { startInspection } from './calls/inspection'
import { answerUnconfigured, isConfigured } from './calls/unconfigured'

let isOpen = false

/** Opens all calls that report nothing. */
export function open(): Run {
  if (!isConfigured()) void answerUnconfigured()
  else if (!isOpen) {
    isOpen = true
    checkSettings()
    const agent: unknown = Reflect.get(Object(readGlobal('svc')), 'agent')
    attempt(() =>
      Object.defineProperty(agent, 'conversationId', {
        __proto__: null,
        get: conversationId,
      } as PropertyDescriptor),
    )
    startInspection()
  }
  return runCalls
}
