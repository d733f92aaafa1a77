import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Action } from '../../src/module'
import { reportsOfEvent } from '../../src/parts/shadow/read-pixel.ts'
import type { Report } from '../../src/parts/shadow/tag-report.ts'
import { type Comparison, compareReports } from '../../src/parts/shadow/two-reports.ts'
import type { SentEvent } from '../playwright/sent-event.ts'
import { playStep } from './play-step.ts'

/** One action of the shopper in an exported session. */
export interface SessionStep {
  readonly action: Action
  readonly data: Readonly<Record<string, unknown>>
  /** The URL of the page on which it happened. */
  readonly url: string
  /** The element as the export names it, `button.buy[data-svc-cart]`; absent for earlier pages. */
  readonly element?: string
}

/** The playable part of an inspector's export. */
export interface Session {
  readonly steps: readonly SessionStep[]
  /** The events that the tag reported at that time. */
  readonly reports: readonly Report[]
}

interface Entry {
  readonly action?: Action
  readonly data?: Readonly<Record<string, unknown>>
  readonly event?: { readonly t: string; readonly action: Action; readonly data: object }
  readonly element?: string
  readonly state?: string
  readonly earlierPage?: string
  readonly at?: number
}

const isReported = ({ action, state }: Entry) =>
  action !== undefined && /^(queued|retrying|sent|withheld)$/.test(state ?? '')

/**
 * Reads an export of the inspector, or the JSON of `svc.explain()`.
 *
 * @param given - The path of the file, or its content.
 * @throws Error that says what is missing if it is not such an export.
 */
export async function readSession(given: string | object): Promise<Session> {
  const content: unknown = typeof given === 'string' ? await readJson(given) : given
  const { events = content, page = '' } = Object(content)
  if (!Array.isArray(events))
    throw new Error('Not a session: an export of the inspector has a list named “events”.')
  const entries = (events as readonly Entry[])
    .filter(isReported)
    .sort((one, two) => (one.at ?? 0) - (two.at ?? 0))
  const sent = new Map(entries.flatMap(({ event }) => (event ? [[event.t, event]] : [])))
  return {
    steps: entries.map((entry) => stepOf(entry, page)),
    reports: [...sent.values()].flatMap((event) => reportsOfEvent(event, 0)),
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (fault) {
    throw new Error(`The session ${file} cannot be read: ${(fault as Error).message}`)
  }
}

function stepOf({ action, data, event, element, earlierPage }: Entry, page: string): SessionStep {
  const sent: Readonly<Record<string, unknown>> = { ...event?.data }
  return {
    action: action as Action,
    data: data ?? sent,
    url: typeof sent.url === 'string' ? sent.url : (earlierPage ?? page),
    ...(typeof element === 'string' && { element }),
  }
}

/** The result of a replayed session. */
export interface Replay extends Comparison {
  /** Steps that a shopper can no longer take on the page, each with the reason. */
  readonly notPlayed: readonly string[]
  /** Everything that changed, one sentence each; empty if the page reports the same events as before. */
  readonly changes: readonly string[]
}

export interface ReplayOptions {
  readonly page: Page
  readonly file: string | object
  readonly settle: () => Promise<void>
  readonly events: () => readonly SentEvent[]
}

/** How long to wait for a page that a press opens, in milliseconds, before opening it by its URL. */
const NAVIGATION_MS = 2_000

/** Two reports that are at most this many positions apart can match. Positions are used because a replayed session has different times. */
const PLACES = 1_000

/** Reports with their index in the session as their time. */
const inOrder = (reports: readonly Report[]) =>
  reports.map((report, place) => ({ ...report, at: place * PLACES }))

/** The step's URL on the shop that the test has open, so that a session from production can be replayed on a test system. */
function addressOn(page: Page, { url }: SessionStep): string {
  const { pathname, search, origin } = new URL(url)
  const here = page.url()
  return new URL(pathname + search, here.startsWith('http') ? here : origin).href
}

const withoutFragment = (url: string) => url.replace(/#.*/, '')

async function open(page: Page, step: SessionStep) {
  const address = addressOn(page, step)
  const isThere = () => withoutFragment(page.url()) === withoutFragment(address)
  const end = Date.now() + (page.url().startsWith('http') ? NAVIGATION_MS : 0)
  while (!isThere() && Date.now() < end) await page.waitForTimeout(50)
  if (!isThere()) await page.goto(address)
  await page.waitForLoadState()
}

/** Replays an exported session on the page, and compares what the tag reports with what it reported then. */
export async function replaySession(options: ReplayOptions): Promise<Replay> {
  const { page, file, settle, events } = options
  const session = await readSession(file)
  const before = new Set(events().map(({ t }) => t))
  const notPlayed: string[] = []
  for (const step of session.steps) {
    await open(page, step)
    const reason = await playStep(page, step)
    if (reason) notPlayed.push(`${step.action} on ${new URL(step.url).pathname}: ${reason}`)
  }
  await settle()
  const now = events()
    .filter(({ t }) => !before.has(t))
    .flatMap((event) => reportsOfEvent(event, 0))
  const comparison = compareReports(inOrder(now), inOrder(session.reports), {
    withinMs: Number.POSITIVE_INFINITY,
    names: { own: 'now', other: 'in the session' },
  })
  const differences = comparison.differences.map(({ text }) => text)
  return { ...comparison, notPlayed, changes: [...notPlayed, ...differences] }
}
