import type { Run, Stub } from '../../api/stub'
import { readGlobal } from '../../browser/dom'
import { attempt, warnOnce } from '../../browser/guard'
import { scriptAttributes } from '../../browser/load-part'
import { emit } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { checkSettings } from './check-settings'
import { conversationId, endConversation } from './conversation'
import { explain } from './explain'
import { audit, compare, inspect, loadInspector, startInspection, tryMap } from './inspection'
import { callClient } from './lazy-clients'

const CALLS: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  explain,
  audit,
  inspect,
  tryMap: ([map]) => tryMap(map),
  compare,
  browse: (args) => callClient('browse', args),
  search: (args) => callClient('search', args),
  'agent.ask': (args) => callClient('ask', args),
  'agent.start': (args) => callClient('start', args),
  'agent.reset'() {
    endConversation()
    emit('conversation', { change: 'reset', id: undefined })
  },
}

/** Runs the calls of `window.svc` that are not in the first file. Arguments from the page are not trusted. */
export const runCalls: Run = (name, args) => CALLS[name]?.(args)

/** Calls that work without settings, because a developer uses them to find out why nothing happens. */
const ANSWERED = /^(explain|audit|inspect|tryMap)$/

/** Attributes with which a script element sets up the tag, including misspelt ones. Other attributes may accompany a later `svc.init`. */
const SETS_UP = /site|tracker/i

/** Whether the page gave the required settings. */
export const isConfigured = (): boolean => Boolean(settings.siteKey && settings.trackerUrl)

/**
 * Warns once about the missing settings and rejects the calls that wait. Without any call,
 * `svc.init` or settings attribute, nothing is wrong yet.
 */
export async function answerUnconfigured() {
  try {
    const stub = Object(readGlobal('svc')) as Stub
    const isAnswered = ([name]: Stub['q'][number]) => ANSWERED.test(name)
    const asked = stub.q.filter(isAnswered)
    for (const call of asked) stub.q.splice(stub.q.indexOf(call), 1)
    const isInitCalled = stub.q.some(([name]) => name === 'init')
    const isSetUp = Object.keys(scriptAttributes).some((name) => SETS_UP.test(name))
    if (!asked.length && !isInitCalled && !isSetUp) return
    await report()
    for (const [name, args, at, resolve] of asked) resolve(runCalls(name, args, at))
  } catch (error) {
    // The page may have broken any function used here.
    warnOnce((error as Error).message)
  }
}

/** Without the inspector the cause is not explained, but the calls still settle. */
const report = () =>
  loadInspector().then(
    (inspector) => inspector.reportSetup(),
    (error: Error) => warnOnce(error.message),
  )

let isOpen = false

/** Starts all calls that report no event, and names mistakes in the settings. */
export function open(): Run {
  checkSettings()
  if (!isConfigured()) void answerUnconfigured()
  else if (!isOpen) {
    isOpen = true
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
