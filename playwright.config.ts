import { defineConfig } from '@playwright/test'
import { chromiumEngine, firefoxEngine } from './test/support/engines.ts'
import { hasWebKit } from './test/support/webkit.ts'

/**
 * `npm test` tells all to Chromium, and what is in `engines` to the other two; `npm run test:engines` tells them the rest. A pattern
 * holds anywhere in a path: without `test/` it would for everything in a clone whose folder is called `engines`.
 */
const stories = {
  // Twice what the longest take on a slow machine: who hangs is found out all the same.
  timeout: 120_000,
  testMatch: ['test/browser/**/*.spec.ts', 'test/engines/**/*.spec.ts'],
}

export default defineConfig({
  testDir: 'test',
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine can starve a browser for seconds. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  // Most stories wait more than they work: three keep two cores busy.
  workers: 3,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./test/support/fault-table.ts'], ['./test/support/closing-line.ts']],
  projects: [
    { name: 'unit', testMatch: 'test/unit/**/*.test.ts' },
    ...[chromiumEngine(), firefoxEngine()].flatMap((engine) =>
      engine ? [{ ...stories, ...engine }] : [],
    ),
    // What installs the newest frameworks needs the registry and minutes: `npm run installs`.
    ...[chromiumEngine()].flatMap((engine) =>
      engine
        ? [{ ...stories, ...engine, name: 'install', testMatch: 'test/install/**/*.spec.ts' }]
        : [],
    ),
    ...(hasWebKit()
      ? [
          {
            ...stories,
            name: 'webkit',
            use: { browserName: 'webkit' as const },
            testMatch: [
              'test/browser/capture/*.spec.ts',
              'test/browser/consent.spec.ts',
              'test/browser/faults/*.spec.ts',
              'test/engines/**/*.spec.ts',
            ],
          },
        ]
      : []),
  ],
})
