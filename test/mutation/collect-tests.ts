import { expect as playwrightExpect } from 'playwright/test'

/*
 * Replaces `vitest` in a copy of the project: unit tests run in the process that imports them,
 * without a server and a worker, because a module has about a hundred mutants.
 */

type Task = (...given: readonly unknown[]) => unknown

interface Suite {
  readonly outer?: Suite
  readonly beforeEach: Task[]
  readonly afterEach: Task[]
}

const emptySuite = (outer?: Suite): Suite => ({
  ...(outer && { outer }),
  beforeEach: [],
  afterEach: [],
})

interface Collected {
  readonly title: string
  readonly body: Task
  readonly suite: Suite
}

let suite = emptySuite()
const collected: Collected[] = []
const first: Task[] = []
const last: Task[] = []

function collect(title: string, body: Task) {
  collected.push({ title, body, suite })
}

/** Runs the body, whose tests share the hooks around each test. */
export function describe(_title: string, body: () => void) {
  const outer = suite
  suite = emptySuite(outer)
  body()
  suite = outer
}

/** Collects what vitest would run. */
export const test = Object.assign(collect, {
  each:
    (rows: readonly unknown[]) =>
    (title: string, body: Task): void => {
      for (const row of rows) collect(title, () => body(...[row].flat(1)))
    },
})

export const beforeAll = (task: Task) => first.push(task)
export const afterAll = (task: Task) => last.push(task)
export const beforeEach = (task: Task) => suite.beforeEach.push(task)
export const afterEach = (task: Task) => suite.afterEach.push(task)

/** Playwright's `expect`, which needs no runner and has the same matchers. */
export const expect = playwrightExpect

const withOuter = (inner: Suite | undefined): readonly Suite[] =>
  inner ? [...withOuter(inner.outer), inner] : []

/** A test, with the hooks of its suites around it. */
function tasksOf({ body, suite: own }: Collected): readonly Task[] {
  const suites = withOuter(own)
  const before = suites.flatMap(({ beforeEach }) => beforeEach)
  const after = suites.toReversed().flatMap(({ afterEach }) => afterEach)
  return [...before, () => body({}), ...after]
}

/** Runs the collected tests in order. Rejects with the first failure. */
export async function runCollected() {
  for (const task of [...first, ...collected.flatMap(tasksOf), ...last]) await task()
}
