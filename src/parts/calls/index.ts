import type { Run } from '../../api/stub'
import { readGlobal } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { checkSettings } from './check-settings'
import { conversationId } from './conversation'
import { startInspection } from './inspection'
import { runCalls } from './rare-calls'
import { answerUnconfigured, isConfigured } from './unconfigured'

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
