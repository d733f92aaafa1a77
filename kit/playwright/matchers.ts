import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test'
import type { OtherTag } from '../../src/module'
import { readPageFacts } from '../page/probe.ts'
import { findMatch, type Match } from './closest-event.ts'
import { eventLine, explainFailure, misdirected } from './failure.ts'
import type { ExpectedEvent } from './sent-event.ts'
import type { Kit, SvcTest } from './svc-test.ts'

const STEP_MS = 100

/** The internals that matchers need, which every {@link SvcTest} of this package has. */
const kitOf = (svc: SvcTest) => svc as Kit

const verdict = (pass: boolean, lines: readonly string[]): MatcherReturnType => ({
  pass,
  message: () => lines.join('\n'),
})

const named = ([action, data]: ExpectedEvent) =>
  data ? `${action} ${JSON.stringify(data)}` : action

/** Polls until there is a result or the time is up. */
async function poll<Answer>(
  timeoutMs: number,
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
): Promise<Answer> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (isGood(answer) || Date.now() >= end) return answer
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

const closestLines = ({ closest }: Match) =>
  closest
    ? [
        '',
        'Closest:',
        `  ${eventLine(closest.event)}`,
        ...closest.differences.map((one) => `  ${one}`),
      ]
    : []

/**
 * Passes once an event with this action and the expected data has been sent. Impressions of one list count together, however many events
 * they were sent in. Fails if events are sent to another tracker or site than the options specify.
 */
export async function toHaveSent(
  this: ExpectMatcherState,
  svc: SvcTest,
  ...expected: ExpectedEvent
): Promise<MatcherReturnType> {
  const kit = kitOf(svc)
  if (this.isNot) await kit.settle()
  const ask = async () => findMatch(await kit.sent(), expected)
  const match = await poll(this.isNot ? 0 : this.timeout, ask, ({ at }) => at >= 0)
  const isSent = match.at >= 0
  const astray = misdirected(kit.log.events(), kit.options)
  if (isSent && this.isNot) return verdict(true, [`${named(expected)} was sent.`])
  if (isSent && astray.length === 0) return verdict(true, [])
  return verdict(false, [
    `${named(expected)} was ${isSent ? 'sent to the wrong place' : 'not sent'}.`,
    ...closestLines(match),
    await explainFailure(kit, expected[0]),
  ])
}

/** Passes if the events were sent in this order, by their own times; others may be between them. */
export async function toHaveSentInOrder(
  this: ExpectMatcherState,
  svc: SvcTest,
  expected: readonly ExpectedEvent[],
): Promise<MatcherReturnType> {
  const kit = kitOf(svc)
  const ask = async () => {
    const events = await kit.sent()
    let from = 0
    const index = expected.findIndex((one) => {
      const { at } = findMatch(events, one, from)
      from = at + 1
      return at < 0
    })
    return index < 0 ? undefined : expected[index]
  }
  if (this.isNot) await kit.settle()
  const timeoutMs = this.isNot ? 0 : this.timeout
  const missing = await poll(timeoutMs, ask, (found) => found === undefined)
  if (!missing) return verdict(true, ['The events were sent in this order.'])
  const before = expected[expected.indexOf(missing) - 1]
  return verdict(false, [
    `${named(missing)} was not sent${before ? ` after ${named(before)}` : ''}.`,
    await explainFailure(kit, missing[0]),
  ])
}

/** Passes if nothing was sent and the tag has nothing left to send. Takes at least 1.2 seconds. */
export async function toHaveSentNothing(
  this: ExpectMatcherState,
  svc: SvcTest,
): Promise<MatcherReturnType> {
  const kit = kitOf(svc)
  await kit.settle()
  const lines = kit.log.events().map(eventLine)
  if (lines.length === 0) return verdict(true, ['Nothing was sent.', await explainFailure(kit)])
  return verdict(false, ['Something was sent:', ...lines.map((line) => `  ${line}`)])
}

/** Selects findings to ignore. */
export interface FindingOptions {
  /** Names of rules, such as `id-twice-in-list`. */
  readonly ignore?: readonly string[]
  /** With `error`, warnings are ignored. */
  readonly severity?: 'error' | 'warning'
}

/** Passes if the page's `svc.audit()` finds nothing. Fails if no tag runs. */
export async function toHaveNoFindings(
  this: ExpectMatcherState,
  svc: SvcTest,
  { ignore = [], severity = 'warning' }: FindingOptions = {},
): Promise<MatcherReturnType> {
  const { page } = kitOf(svc)
  const ask = () => readPageFacts(page)
  const facts = await poll(this.timeout, ask, (found) => found?.tag === 'running')
  if (facts?.tag !== 'running')
    return verdict(this.isNot, ['The page has no tag to audit.', await explainFailure(kitOf(svc))])
  const counted = facts.findings.filter(
    (one) => !ignore.includes(one.rule) && (severity === 'warning' || one.severity === 'error'),
  )
  const lines = counted.map(
    ({ rule, message, fix, element }) => `${rule}: ${message} ${fix} At ${element ?? 'the page'}.`,
  )
  return verdict(lines.length === 0, lines.length ? lines : ['svc.audit() finds nothing.'])
}

/** Passes if another tag on the page reported the same events, compared by action, product and time. */
export async function toAgreeWith(
  this: ExpectMatcherState,
  svc: SvcTest,
  other: OtherTag,
): Promise<MatcherReturnType> {
  const { agreements, differences } = await kitOf(svc).compareWith(other)
  const isEmpty = agreements.length + differences.length === 0
  if (isEmpty) return verdict(this.isNot, [`Neither this tag nor ${other} reported anything.`])
  return verdict(differences.length === 0, [
    `${agreements.length} reports agree, ${differences.length} differ.`,
    ...differences.map(({ text }) => `  ${text}`),
  ])
}
