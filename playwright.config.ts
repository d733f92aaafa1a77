import { defineConfig } from '@playwright/test'
import { chromiumEngine, firefoxEngine, shellEngine } from './test/support/runner/engines.ts'
import { hasWebKit } from './test/support/runner/webkit.ts'

// Patterns match anywhere in a path. Without `test/`, this one would match everything in a clone whose folder is called `engines`.

/** Twice the duration of the slowest tests on a slow and busy machine. A test that hangs still fails. */
const timeout = 240_000

const testMatch = ['test/browser/**/*.spec.ts', 'test/engines/**/*.spec.ts']

/** The tests that notice most faults for their time. `npm test` runs them, and `npm run test:all` the rest. */
const ESSENTIAL = [
  'test/browser/{budgets,consent,datalayer,module,readme,snippet}.spec.ts',
  'test/browser/capture/{cart,clicks,facets,impressions,orders,routes,searches}.spec.ts',
  'test/browser/clients/attribution.spec.ts',
  'test/engines/left-pages.spec.ts',
]

/**
 * Tests of what a page shows. Tests of delivery are not included, because the headless shell has no
 * back/forward cache and loses the requests of a page that is left at once.
 */
const IN_SHELL = [
  'test/browser/{console,inspector,shadow}/**/*.spec.ts',
  'test/browser/kit/site-audit.spec.ts',
  'test/browser/shop/{accessible,chat,demo-walks}.spec.ts',
  'test/browser/clients/{agent,browse,vendor}.spec.ts',
  'test/browser/{agent-tools,consent-claims,datalayer-adobe,docs,documentation,filters,installed,map-*,maps,patterns,proposal,random-input,template-walk}.spec.ts',
  'test/browser/capture/{*-properties,frameworks,guest,late-marks,long-lists,shown-later,without-mouse,zero-results}.spec.ts',
]

/** Each of these keeps two cores busy by itself, so running others beside it would only slow it down. */
const HEAVY = [
  'test/browser/faults/volume.spec.ts',
  'test/browser/{hostile-pages,long-sessions}.spec.ts',
  // Counts a page's work per frame, which grows when the page does not get enough processor time.
  'test/browser/capture/cost.spec.ts',
]

const chromium = chromiumEngine()
const shell = shellEngine()
const firefox = firefoxEngine()

const inEngines = 'test/engines/**/*.spec.ts'

export default defineConfig({
  testDir: 'test',
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
          {
            ...chromium,
            timeout,
            testMatch,
            testIgnore: [...ESSENTIAL, ...HEAVY, ...IN_SHELL],
            name: 'chromium-rest',
          },
          {
            ...shell,
            timeout,
            testMatch: IN_SHELL,
            testIgnore: [...ESSENTIAL, ...HEAVY],
            name: 'chromium-shell',
          },
          { ...chromium, timeout, testMatch: HEAVY, name: 'chromium-heavy' },
          // Installing the newest frameworks needs the registry and takes minutes: `npx playwright test --project=install`.
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
