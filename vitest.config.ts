import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    // Modules with state are evaluated anew in each fake page; to load all others for each file takes longer than the tests.
    isolate: false,
    // By itself vitest leaves a core free, which of two is half.
    maxWorkers: availableParallelism(),
    // A database of 60 MB or a PostgreSQL of its own can take a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
