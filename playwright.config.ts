import { defineConfig } from '@playwright/test'
import { chromiumEngine, firefoxEngine, shellEngine } from './test/support/runner/engines.ts'
import { hasWebKit } from './test/support/runner/webkit.ts'

// Patterns match anywhere in a path. Without `test/`, this one would match everything in a clone whose folder is called `engines`.

/** Twice the duration of the slowest tests on a slow and busy machine. A test that hangs still fails. */
const timeout = 240_000

const testMatch = [
  'test/browser/**/*.spec.ts',
  'test/engines/**/*.spec.ts',
  '*/test/browser/**/*.spec.ts',
]

/** The tests that notice most faults for their time. `npm test` runs them, and `npm run test:all` the rest. */
const ESSENTIAL = [
  'test/browser/capture/{cart,clicks,orders}.spec.ts',
  'test/browser/clients/attribution.spec.ts',
  'test/engines/left-pages.spec.ts',
]
const ESSENTIAL_IN_SHELL = [
  'test/browser/{budgets,datalayer,module,readme,snippet}.spec.ts',
  'test/browser/capture/{facets,searches}.spec.ts',
]

/**
 * The headless shell takes 60 % of the processor time. Tests of delivery are not among these, because it has no back/forward cache and
 * loses the requests of a page that is left at once.
 */
const IN_SHELL = [
  '{console,demo-site,kit}/test/browser/**/*.spec.ts',
  'test/browser/{capture,clients,inspector,shadow}/**/*.spec.ts',
  'test/browser/{agent-tools,agreed-before,asleep,backend-orders,consent,consent-claims,datalayer-adobe,docs,filters,first-party,long-sessions,map-*,maps,patterns,proposal,random-input,server-code,template-walk}.spec.ts',
]

/** Each of these keeps two cores busy by itself, so running others beside it would only slow it down. */
const HEAVY = [
  'test/browser/faults/volume.spec.ts',
  // Counts a page's work per frame, which grows when the page does not get enough processor time.
  'test/browser/capture/cost.spec.ts',
]

const chromium = chromiumEngine()
const shell = shellEngine()
const firefox = firefoxEngine()

const inEngines = 'test/engines/**/*.spec.ts'

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  forbidOnly: true,
  // A retry would hide a fault.
  retries: 0,
  // Most tests wait more than they compute: four keep two cores busy without starving a browser.
  workers: 4,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['./test/support/runner/fault-table.ts'],
    ['./test/support/runner/closing-line.ts'],
  ],
  projects: [
    ...(chromium
      ? [
          { ...chromium, timeout, testMatch: ESSENTIAL },
          { ...shell, timeout, testMatch: ESSENTIAL_IN_SHELL, name: 'chromium-fast' },
          {
            ...chromium,
            timeout,
            testMatch,
            testIgnore: [...ESSENTIAL, ...ESSENTIAL_IN_SHELL, ...HEAVY, ...IN_SHELL],
            name: 'chromium-rest',
          },
          {
            ...shell,
            timeout,
            testMatch: IN_SHELL,
            testIgnore: [...ESSENTIAL, ...ESSENTIAL_IN_SHELL, ...HEAVY],
            name: 'chromium-shell',
          },
          { ...chromium, timeout, testMatch: HEAVY, name: 'chromium-heavy' },
          // Installing and building frameworks needs the registry and takes minutes: `npx playwright test --project=install`, before a release.
          { ...chromium, timeout, testMatch: 'test/install/**/*.spec.ts', name: 'install' },
        ]
      : []),
    ...(firefox ? [{ ...firefox, timeout, testMatch: inEngines }] : []),
    ...(hasWebKit()
      ? [
          {
            name: 'webkit',
            use: { browserName: 'webkit' as const },
            timeout,
            testMatch: inEngines,
          },
        ]
      : []),
  ],
})
