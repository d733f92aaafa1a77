import { defineConfig } from 'vitest/config'

/** The unit tests that {@link file://./mutation.ts} names, in Stryker's copy of the project. */
export default defineConfig({
  // In the copy, the package is a link to the folder that was copied.
  resolve: { alias: { 'svc-tag-service': `${import.meta.dirname}/../../service/index.ts` } },
  test: {
    isolate: false,
    include: process.env.SVC_TESTS?.split(' ') ?? [],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 120_000,
  },
})
