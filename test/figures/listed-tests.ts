import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** One test, or a group of tests, as Playwright lists it. */
export interface ListedTest {
  /** Path below `test`. */
  readonly file: string
  readonly title: string
  /** Empty for a group. */
  readonly project: string
}

interface Suite {
  readonly title: string
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly { readonly projectName: string }[]
  }[]
  readonly suites?: readonly Suite[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')

/** Variables that a Playwright around this one would hand down. */
const isOfARun = (name: string) => /^(PLAYWRIGHT_|PW_|PWTEST_|TEST_)/.test(name)

function testsOf({ specs = [], suites = [] }: Suite): ListedTest[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName }) => ({ file, title, project: projectName })),
    ),
    ...suites.flatMap((suite) => [
      { file: '', title: suite.title, project: '' },
      ...testsOf(suite),
    ]),
  ]
}

/**
 * Every test of every project whose browser is installed, in about 15 seconds, without running one.
 *
 * @param environment Variables that add tests, like `SVC_FAULT_RUNS`.
 * @param files Paths to list; without any, all.
 * @throws Error when a file cannot be loaded, as when two tests of it have one title.
 */
export function listTests(
  environment: Readonly<Record<string, string>> = {},
  files: readonly string[] = [],
): ListedTest[] {
  const kept = Object.entries(process.env).filter(([name]) => !isOfARun(name))
  const output = execFileSync(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json', ...files],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...Object.fromEntries(kept), ...environment },
      maxBuffer: 100 * 1024 * 1024,
    },
  )
  const { suites } = JSON.parse(output) as { suites: Suite[] }
  // The outermost groups are the files.
  return suites.flatMap(testsOf)
}
