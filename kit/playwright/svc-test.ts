import type { BrowserContext, Page } from '@playwright/test'
import type { Action, OtherTag, TrackerEvent } from '../../src/module'
import { GA4_ACTIONS, readGa4 } from '../../src/parts/shadow/read-ga4.ts'
import { readPixels, reportsOfEvent } from '../../src/parts/shadow/read-pixel.ts'
import { type Comparison, compareReports } from '../../src/parts/shadow/two-reports.ts'
import { type Explained, flushTag, readExplained, readPageFacts } from '../page/probe.ts'
import { prepareTag } from '../page/script-element.ts'
import { type Replay, replaySession } from '../replay/replay-session.ts'
import { type SvcOptions, settingsFor } from './kit-options.ts'
import { noteLeftBehind, type PageLog, takeLeftBehind, watchPage } from './page-log.ts'
import { type SentEvent, timeOf } from './sent-event.ts'
import type { Answer, Service } from './sent-log.ts'
import { openSentLog, type SentLog } from './sent-log.ts'

/** The tag of a page, as a test sees it. */
export interface SvcTest {
  /** The events so far, or those with one action, in chronological order. First makes the tag send its waiting events. */
  sent<A extends Action>(action?: A): Promise<readonly Extract<SentEvent, { readonly action: A }>[]>
  /** Resolves when the tag has nothing left to report: after 1.2 seconds without another event. */
  settle(): Promise<void>
  /**
   * Sets how a service responds from now on. By default, the tracker responds with 200, and requests to Browse and the agent pass through.
   */
  answer(service: Service, answer: Answer): void
  /** The entries of the page's `svc.explain()`, with names instead of elements. */
  explain(): Promise<readonly Explained[]>
  /** Compares what this tag sent with what another tag on the page sent, by action, product and time. */
  compareWith(other: OtherTag): Promise<Comparison>
  /**
   * Replays a session that was exported from the inspector, and compares what the page reports now with what it reported then.
   *
   * @param file - The path of the export, or its content.
   */
  replay(file: string | object): Promise<Replay>
  /** Forgets the events so far. */
  clear(): void
}

/** Internals for the matchers. */
export interface Kit extends SvcTest {
  readonly page: Page
  readonly options: SvcOptions
  readonly log: SentLog
  readonly pageLog: PageLog
}

/** The tag holds nothing back for longer: a search without results must stay visible for a second. */
const QUIET_MS = 1_200
const STEP_MS = 100

/** Opens the kit for every page of a context. From now on, it records requests. */
export async function openKit(
  context: BrowserContext,
  page: Page,
  options: SvcOptions,
): Promise<Kit> {
  const settings = settingsFor(options)
  const pageLog = watchPage(page)
  const log = await openSentLog(context, settings.strictFields === true)
  await noteLeftBehind(context)
  await prepareTag(context, { ...options, settings })

  /** Events that shadow mode withheld on earlier pages, by `t`. */
  const withheld = new Map<string, TrackerEvent>()

  async function gather() {
    await flushTag(page)
    const left = await takeLeftBehind(page)
    log.addLeft(left.sent)
    for (const event of left.withheld) withheld.set(event.t, event)
    return log.events()
  }

  async function isBusy() {
    const { explained = [] } = (await readPageFacts(page)) ?? {}
    return explained.some(({ state }) => state === 'queued' || state === 'retrying')
  }

  async function settle() {
    let quietMs = 0
    let count = -1
    while (quietMs < QUIET_MS) {
      const { length } = await gather()
      quietMs = length === count ? quietMs + STEP_MS : 0
      count = length
      await page.waitForTimeout(STEP_MS)
    }
    if (await isBusy()) await page.waitForTimeout(QUIET_MS)
  }

  async function compareWith(other: OtherTag) {
    await settle()
    for (const { state, event } of await readExplained(page))
      if (state === 'withheld' && event) withheld.set(event.t, event)
    const own = [...log.events(), ...withheld.values()].flatMap((event) =>
      reportsOfEvent(event, timeOf(event)),
    )
    const { reports } = other === 'ga4' ? readGa4(log.others()) : readPixels(log.others())
    return compareReports(own, reports, other === 'ga4' ? { actions: GA4_ACTIONS } : {})
  }

  return {
    page,
    options,
    log,
    pageLog,
    async sent<A extends Action>(action?: A) {
      const isAsked = (event: SentEvent): event is Extract<SentEvent, { readonly action: A }> =>
        action === undefined || event.action === action
      return (await gather()).filter(isAsked)
    },
    settle,
    answer: log.answer,
    explain: () => readExplained(page),
    compareWith,
    replay: (file) => replaySession({ page, file, settle, events: log.events }),
    clear() {
      log.clear()
      withheld.clear()
    },
  }
}
