import { defineConfig } from '@playwright/test'
import { chromiumEngine, firefoxEngine, shellEngine } from './test/support/runner/engines.ts'
import { hasWebKit } from './test/support/runner/webkit.ts'

// A pattern holds anywhere in a path: without `test/` it would for everything in a clone whose folder is called `engines`.

/** Twice what the longest take on a slow and busy machine: a test that hangs is found all the same. */
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
 * Tests of what a page shows. The headless shell keeps no page in its back/forward cache and loses requests of a page that is left at once,
 * so tests of delivery are not among them.
 */
const IN_SHELL = [
  'test/browser/{console,inspector,shadow}/**/*.spec.ts',
  'test/browser/kit/site-audit.spec.ts',
  'test/browser/shop/{accessible,chat,demo-walks}.spec.ts',
  'test/browser/clients/{agent,browse,vendor}.spec.ts',
  'test/browser/{agent-tools,consent-claims,datalayer-adobe,docs,documentation,filters,installed,map-*,maps,patterns,proposal,random-input,template-walk}.spec.ts',
  'test/browser/capture/{*-properties,frameworks,guest,late-marks,long-lists,shown-later,without-mouse,zero-results}.spec.ts',
]

/** Each keeps two cores busy by itself: beside others it would only make them wait. */
const HEAVY = [
  'test/browser/faults/volume.spec.ts',
  'test/browser/{hostile-pages,long-sessions}.spec.ts',
  // Counts what a page does in each frame: one that is starved has more of them.
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
  // A second try would hide a fault.
  retries: 0,
  // Most stories wait more than they work: four keep two cores busy, and starve no browser.
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
          // What installs the newest frameworks needs the registry and minutes: `npx playwright test --project=install`.
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
