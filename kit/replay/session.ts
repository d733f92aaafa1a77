import { readFile } from 'node:fs/promises'
import type { Action } from '../../src/module'
import { reportsOfEvent } from '../../src/parts/shadow/read-pixel.ts'
import type { Report } from '../../src/parts/shadow/tag-report.ts'

/** One thing that the shopper did in an exported session. */
export interface SessionStep {
  readonly action: Action
  readonly data: Readonly<Record<string, unknown>>
  /** Address of the page that it happened on. */
  readonly url: string
  /** The element as the export names it, `button.buy[data-svc-cart]`; absent for earlier pages. */
  readonly element?: string
}

/** The playable part of an inspector's export. */
export interface Session {
  readonly steps: readonly SessionStep[]
  /** The event that the tag reported then. */
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
 * Reads an export of the inspector, or of `svc.explain()` as JSON.
 *
 * @param given - Path of the file, or what it holds.
 * @throws Error that says what is missing, when it is no such export.
 */
export async function readSession(given: string | object): Promise<Session> {
  const content: unknown = typeof given === 'string' ? await readJson(given) : given
  const { events = content, page = '' } = Object(content)
  if (!Array.isArray(events))
    throw new Error('No session: an export of the inspector has a list named “events”.')
  const entries = (events as readonly Entry[])
    .filter(isReported)
    .sort((one, two) => (one.at ?? 0) - (two.at ?? 0))
  const sent = new Map(entries.flatMap(({ event }) => (event ? [[event.t, event]] : [])))
  return {
    steps: entries.map((entry) => stepOf(entry, page)),
    reports: [...sent.values()].flatMap((event) =>
      reportsOfEvent({ ...event, data: { ...event.data } }, 0),
    ),
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
