import {
  expect as baseExpect,
  test as baseTest,
  type Expect,
  type ExpectMatcherState,
  type MatcherReturnType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import type { SvcOptions } from './kit-options.ts'
import {
  toAgreeWith,
  toHaveNoFindings,
  toHaveSent,
  toHaveSentInOrder,
  toHaveSentNothing,
} from './matchers.ts'
import type { SentEvent } from './sent-event.ts'
import { openKit, type SvcTest } from './svc-test.ts'

/**
 * A test kit for shops that use svc-tag: Playwright's `test` with a fixture that intercepts the
 * tag's requests, and matchers for the events that the tag reports. No service is needed.
 *
 * @example
 * import { expect, test } from 'svc-tag/test'
 *
 * test('the cart button is reported', async ({ page, svc }) => {
 *   await page.goto('/p/sku-7')
 *   await page.getByRole('button', { name: 'Add to cart' }).click()
 *   await expect(svc).toHaveSent('cart', { pid: 'sku-7', qty: '1' })
 * })
 *
 * @packageDocumentation
 */

export type { OtherTag } from '../../src/module'
export type { Comparison, Difference } from '../../src/parts/shadow/two-reports.ts'
export type { Explained } from '../page/probe.ts'
export type { Replay } from '../replay/replay-session.ts'
export type { SvcOptions } from './kit-options.ts'
export type { FindingOptions } from './matchers.ts'
export type { Expected, ExpectedEvent, SentEvent } from './sent-event.ts'
export type { Answer, Service } from './sent-log.ts'
export type { SvcTest } from './svc-test.ts'

/** The fixtures that the kit adds to Playwright's `test`. */
export interface SvcFixtures {
  /** The tag of the test's page. */
  readonly svc: SvcTest
  readonly svcOptions: SvcOptions
}

/** Playwright's `test` with the fixture `svc`. Use `mergeTests` to combine it with your own `test`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SvcFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = baseTest.extend<SvcFixtures>({
  svcOptions: [{}, { option: true }],
  // The fixture asks for `page` itself, so that a test can use `svc` without `page`.
  svc: async ({ context, page, svcOptions }, use) => {
    await use(await openKit(context, page, svcOptions))
  },
})

/** Passes if the events so far equal the snapshot with this name; `--update-snapshots` writes it. */
async function toMatchEvents(
  this: ExpectMatcherState,
  svc: SvcTest,
  name: string,
): Promise<MatcherReturnType> {
  await svc.settle()
  const text = snapshotOf(await svc.sent())
  try {
    baseExpect(text).toMatchSnapshot(`${name}.json`)
    return { pass: true, message: () => `The events equal ${name}.json.` }
  } catch (fault) {
    return { pass: false, message: () => (fault as Error).message }
  }
}

const matchers = {
  toHaveSent,
  toHaveSentInOrder,
  toHaveSentNothing,
  toHaveNoFindings,
  toMatchEvents,
  toAgreeWith,
}

/** Playwright's `expect` with matchers for the fixture `svc`. */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers)

/** Fields that differ from run to run. */
const MASKED: readonly string[] = ['visitId', 'requestId', 'ver', 'seq']

/** URLs without their origin, whose port differs in each run. */
const withoutOrigin = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value)
    ? value.replace(new URL(value).origin, '<origin>')
    : value

function masked(name: string, value: unknown): unknown {
  if (MASKED.includes(name)) return `<${name}>`
  return name === 'url' || name === 'referrer' ? withoutOrigin(value) : value
}

/** The events as text for a snapshot: in chronological order, with ids, times and origins masked and impressions merged. */
export function snapshotOf(events: readonly SentEvent[]): string {
  const shown = events.map(({ action, data }) => {
    const members = Object.entries(data).map(([name, value]) => [name, masked(name, value)])
    return { action, ...Object.fromEntries(members) }
  })
  return `${JSON.stringify(shown, null, 2)}\n`
}
