import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests of each product, of which any but the tag may be missing. `npx vitest run --project console` runs those of one. */
const PRODUCTS = {
  'svc-tag': 'test/unit',
  kit: 'kit/test',
  service: 'service/test',
  console: 'console/test',
  assistant: 'assistant/test',
  'demo-site': 'demo-site/test',
  bench: 'bench/test',
}

export default defineConfig({
  test: {
    // Stateful modules are evaluated again for each fake page. Reloading all others for each file takes longer than the tests.
    isolate: false,
    // By default, vitest leaves one core free, which is half of two.
    maxWorkers: availableParallelism(),
    projects: Object.entries(PRODUCTS)
      .filter(([, folder]) => existsSync(new URL(folder, import.meta.url)))
      .map(([name, folder]) => ({
        extends: true as const,
        test: {
          name,
          include: [`${folder}/**/*.test.ts`],
          setupFiles: ['test/support/fixed-seed.ts'],
          // A database of 60 MB, or starting a PostgreSQL server, can take a minute on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      })),
  },
})
