import { expect as playwrightExpect } from 'playwright/test'

/*
 * Stands for `@playwright/test` in a copy of the project: unit tests run in the process that imports them, within a second. A run of
 * Playwright takes three, and a module has a hundred mutants.
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
const beforeAll: Task[] = []
const afterAll: Task[] = []

function collect(title: string, body: Task) {
  collected.push({ title, body, suite })
}

function describe(_title: string, body: () => void) {
  const outer = suite
  suite = emptySuite(outer)
  body()
  suite = outer
}

const nothing = () => {}

/** Collects what Playwright would run. Fixtures are not there: such a test fails before any mutant. */
export const test = Object.assign(collect, {
  describe: Object.assign(describe, { configure: nothing }),
  beforeAll: (task: Task) => beforeAll.push(task),
  afterAll: (task: Task) => afterAll.push(task),
  beforeEach: (task: Task) => suite.beforeEach.push(task),
  afterEach: (task: Task) => suite.afterEach.push(task),
  setTimeout: nothing,
  slow: nothing,
})

/** Playwright's own, which needs no runner. */
export const expect = playwrightExpect

const withOuter = (inner: Suite | undefined): readonly Suite[] =>
  inner ? [...withOuter(inner.outer), inner] : []

/** A test with what its suites do around it. */
function tasksOf({ body, suite: own }: Collected): readonly Task[] {
  const suites = withOuter(own)
  const before = suites.flatMap(({ beforeEach }) => beforeEach)
  const after = suites.toReversed().flatMap(({ afterEach }) => afterEach)
  return [...before, () => body({}), ...after]
}

/** Runs what was collected, in order. Rejects with the first failure. */
export async function runCollected() {
  for (const task of [...beforeAll, ...collected.flatMap(tasksOf), ...afterAll]) await task()
}
