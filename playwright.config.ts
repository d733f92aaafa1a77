import { defineConfig } from '@playwright/test'
import { chromiumEngine, firefoxEngine } from './test/support/engines.ts'
import { hasWebKit } from './test/support/webkit.ts'

/** `npm test` tells all to Chromium, and what is in `engines` to the other two; `npm run test:engines` tells them the rest. */
const stories = { timeout: 60_000, testMatch: ['browser/**/*.spec.ts', 'engines/**/*.spec.ts'] }

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
    { name: 'unit', testMatch: 'unit/**/*.test.ts' },
    ...[chromiumEngine(), firefoxEngine()].flatMap((engine) =>
      engine ? [{ ...stories, ...engine }] : [],
    ),
    ...(hasWebKit()
      ? [
          {
            ...stories,
            name: 'webkit',
            use: { browserName: 'webkit' as const },
            testMatch: [
              'browser/capture/*.spec.ts',
              'browser/consent.spec.ts',
              'browser/faults/*.spec.ts',
              'engines/**/*.spec.ts',
            ],
          },
        ]
      : []),
  ],
})
