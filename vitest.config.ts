import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    // Stateful modules are evaluated again for each fake page. Reloading all others for each file takes longer than the tests.
    isolate: false,
    // By default, vitest leaves one core free, which is half of two.
    maxWorkers: availableParallelism(),
    // A database of 60 MB, or starting a PostgreSQL server, can take a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
