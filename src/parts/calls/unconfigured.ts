import type { Stub } from '../../api/stub'
import { readGlobal } from '../../browser/dom'
import { warnOnce } from '../../browser/guard'
import { scriptAttributes } from '../../browser/load-part'
import { settings } from '../../settings/read-settings'
import { loadInspector } from './inspection'
import { runCalls } from './rare-calls'

/** Calls that answer without settings: a developer asks them why nothing happens. */
const ANSWERED = /^(explain|audit|inspect|tryMap)$/

/** Attributes by which a script element sets up the tag, also misspelt. Others may stand beside a later `svc.init`. */
const SETS_UP = /site|tracker/i

/** Whether the page gave what nothing can be reported without. */
export const isConfigured = (): boolean => Boolean(settings.siteKey && settings.trackerUrl)

/**
 * Says on the console, once, what the settings lack, and answers the calls that ask. Without a call, a word of `svc.init` or an attribute
 * that sets up the tag, nothing is wrong yet.
 */
export async function answerUnconfigured() {
  try {
    const stub = Object(readGlobal('svc')) as Stub
    const isAnswered = ([name]: Stub['q'][number]) => ANSWERED.test(name)
    const asked = stub.q.filter(isAnswered)
    stub.q = stub.q.filter((call) => !isAnswered(call))
    const isInitCalled = stub.q.some(([name]) => name === 'init')
    const isSetUp = Object.keys(scriptAttributes).some((name) => SETS_UP.test(name))
    if (!asked.length && !isInitCalled && !isSetUp) return
    await report()
    for (const [name, args, at, resolve] of asked) resolve(runCalls(name, args, at))
  } catch (error) {
    // The page may have broken anything that is used here.
    warnOnce((error as Error).message)
  }
}

/** Without the inspector there are no words for the cause, and the calls are answered all the same. */
const report = () =>
  loadInspector().then(
    (inspector) => inspector.reportSetup(),
    (error: Error) => warnOnce(error.message),
  )
