import { defineConfig } from '@playwright/test'
import { chromiumEngine } from './test/support/engines.ts'

const stories = (engine: ReturnType<typeof chromiumEngine>) =>
  engine
    ? [{ name: engine.name, testMatch: 'browser/**/*.spec.ts', use: engine.use, timeout: 60_000 }]
    : []

export default defineConfig({
  testDir: 'test',
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine can starve a browser for seconds. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./test/support/closing-line.ts']],
  projects: [{ name: 'unit', testMatch: 'unit/**/*.test.ts' }, ...stories(chromiumEngine())],
})
