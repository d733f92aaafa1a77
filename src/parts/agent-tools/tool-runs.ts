import { type Cancel, now, schedule } from '../../browser/clock'
import { attributeOf, queryPage } from '../../browser/dom'
import { hooks } from '../../browser/hooks'
import { listen, onStop } from '../../browser/listen'
import { isAutomated } from '../../browser/robots'
import { settings } from '../../settings/read-settings'
import { pageContext } from '../../track/page-context'
import { blockRecording, resumeRecording } from '../../track/record'
import { track } from '../../track/track-call'
import type { Action, EventContext, RawEvent } from '../../wire/tracker-event'
import { type AgentAct, actsOf, type ModelContext } from './tool-acts'

/* Tracks the running tools, to tell whether an agent or a person caused an event. */

/** A running tool. */
export interface ToolRun {
  /** The actions of the call itself, reported if it succeeds and the page has not already reported them. */
  readonly acts: readonly AgentAct[]
  readonly context: EventContext
  readonly recorded: Set<Action>
  /** A person has used the page since the call began, so ambiguous events count as the person's. */
  isShared: boolean
  readonly cancel: Cancel
}

const ROBOT = 'a robot; recordBots counts it'

/** A tool that has not settled within this time counts as hung, and no longer marks events. */
const LIMIT_MS = 30_000

/** How long a tool that was registered before the tag marks events: the browser reports that it was called, not when it ends. */
const EARLY_LIMIT_MS = 10_000

const runs = new Set<ToolRun>()
/** Tools whose own code is on the stack. */
let depth = 0
/** The last event of the page that an agent caused. It is still being dispatched while its `eventPhase` is not 0. */
let agentEvent: Event | undefined
let isRobot = false
let isStopped = false

/** Begins a run. Recording starts here on a robot's page: without a tool call, a robot's events are dropped. */
export function startRun(acts: readonly AgentAct[] = [], limit = LIMIT_MS): ToolRun {
  const run: ToolRun = {
    acts,
    context: { at: now(), page: pageContext() },
    recorded: new Set(),
    isShared: false,
    cancel: schedule(() => endRun(run), limit),
  }
  if (isStopped) run.cancel()
  else runs.add(run)
  if (isRobot && !isStopped) blockRecording('')
  return run
}

/** Runs a tool's own code. Until it returns, every event counts as the agent's. */
export function runTool<Result>(task: () => Result): Result {
  depth += 1
  try {
    return task()
  } finally {
    depth -= 1
  }
}

function recordActs({ acts, context, recorded }: ToolRun) {
  const isReported = acts.some(({ action }) => recorded.has(action))
  for (const { action, data } of isReported ? [] : acts) track(action, data, context)
}

/**
 * Ends a run; further calls do nothing.
 *
 * @param isDone - Whether the call succeeded, so that its actions took place.
 */
export function endRun(run: ToolRun, isDone = false) {
  if (!runs.has(run)) return
  run.cancel()
  runTool(() => {
    if (isDone) recordActs(run)
    // A robot's page never begins a visit, so events that wait for one would wait forever.
    if (isRobot && run.recorded.size > 0) resumeRecording(true)
  })
  runs.delete(run)
  if (isRobot && runs.size === 0) blockRecording(ROBOT)
}

/**
 * Whether an agent is at work and no person is. Unless the browser is a robot's, a person sees the
 * tiles that become visible, so impressions are that person's.
 */
const isAgentAtWork = (action?: Action) =>
  depth > 0 ||
  // `eventPhase` is 0 after all listeners have been called.
  (agentEvent?.eventPhase ?? 0) > 0 ||
  [...runs].some(({ isShared }) => isRobot || !(isShared || action === 'PRODUCT_IMPRESSIONS'))

function isAgentEvent(event: Event): boolean {
  const { isTrusted, type } = event
  // Browsers also mark `submit` and `change` events as trusted when a script caused them.
  const isPerson = isTrusted && !isRobot && depth === 0 && /down|click/.test(type)
  if (isPerson) for (const run of runs) run.isShared = true
  const isAgents = !isPerson && (isAgentAtWork() || (!isTrusted && runs.size > 0))
  if (isAgents) agentEvent = event
  return isAgents
}

function mark(event: RawEvent): RawEvent {
  if (!isAgentAtWork(event.action)) return event
  for (const { recorded } of runs) recorded.add(event.action)
  return { ...event, data: { ...event.data, actor: 'agent' } } as RawEvent
}

/** A form with `toolname` that an agent filled in: https://webmachinelearning.github.io/webmcp/#declarative-api */
function onSubmit(event: Event) {
  const form = event.target
  if (!(event as { agentInvoked?: boolean }).agentInvoked || !(form instanceof HTMLFormElement))
    return
  agentEvent = event
  const name = attributeOf(form, 'toolname') ?? ''
  const run = startRun(actsOf(name, Object.fromEntries(new FormData(form))))
  schedule(() => endRun(run, true), 0)
}

const isFormTool = (name: string) =>
  [...queryPage('form[toolname]')].some((form) => attributeOf(form, 'toolname') === name)

/**
 * Starts marking the events that agents cause.
 *
 * @param isObserved - Whether the calls of a tool have runs of their own. All others were registered before the tag could wrap them.
 */
export function watchRuns(context: ModelContext, isObserved: (tool: string) => boolean) {
  isRobot = !settings.recordBots && isAutomated()
  hooks.markActor = mark
  hooks.isAgent = isAgentEvent
  onStop(listen(window, 'submit', onSubmit))
  onStop(
    // The browser dispatches it after what the tool does at once.
    listen(context, 'toolactivated', (event) => {
      const name = String((event as { toolName?: unknown }).toolName)
      if (!isObserved(name) && !isFormTool(name)) startRun([], EARLY_LIMIT_MS)
    }),
  )
  // If the page is left, the call never settles. A search counts as soon as it is requested.
  onStop(
    listen(window, 'pagehide', () => {
      for (const run of runs)
        endRun(
          run,
          run.acts.every(({ action }) => action === 'search'),
        )
    }),
  )
  onStop(() => {
    isStopped = true
    for (const { cancel } of runs) cancel()
    runs.clear()
  })
}
