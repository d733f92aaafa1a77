import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/* `npm run bench -- NAME`: builds what has changed, then runs one bench. Options after the name are passed to the bench. */

interface Bench {
  readonly what: string
  /** In the order in which they run, in this folder. */
  readonly files: readonly string[]
  readonly needs?: 'the tag' | 'the service'
}

const BENCHES: Readonly<Record<string, Bench>> = {
  cost: {
    what: 'processor time beside other trackers (half an hour)',
    files: ['peers/peers-cost.ts'],
    needs: 'the tag',
  },
  start: {
    what: 'where the start of the tag goes, by cause (three minutes)',
    files: ['peers/start-causes.ts'],
    needs: 'the tag',
  },
  faults: {
    what: 'delivery beside other trackers',
    files: ['peers/peers-faults.ts'],
    needs: 'the tag',
  },
  capture: {
    what: 'cost of long lists (half an hour)',
    files: ['capture.ts'],
    needs: 'the tag',
  },
  sizes: {
    what: 'the size of each page kind, written into README and docs/evidence.md',
    files: ['page-figures.ts'],
    needs: 'the tag',
  },
  evidence: {
    what: 'sizes, delivery, cost and long lists, written into README and docs/evidence.md',
    files: ['peers/peers-faults.ts', 'peers/peers-cost.ts', 'page-figures.ts', 'capture.ts'],
    needs: 'the tag',
  },
  search: {
    what: 'processor time of a search in catalogues of 2,400, 50,000 and 300,000 products (ten minutes)',
    files: ['scale/search.ts'],
  },
  books: {
    what: 'processor time and memory of comparing 100,000 orders with 2 million events (five minutes)',
    files: ['scale/books.ts'],
  },
  loss: {
    what: 'that no acknowledged event is lost when programs are killed',
    files: ['scale/loss.ts'],
    needs: 'the service',
  },
}

const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { stdio: 'inherit' })

const [name = '', ...options] = process.argv.slice(2)
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (bench) {
  if (bench.needs === 'the tag') run(process.execPath, 'build.mjs', '--if-stale')
  if (bench.needs === 'the service') run('npm', 'run', '--silent', 'build', '-w', 'svc-tag-service')
  for (const file of bench.files) {
    const path = fileURLToPath(new URL(file, import.meta.url))
    const own = name === 'evidence' ? ['--evidence'] : []
    run(process.execPath, '--import', 'tsx', path, ...own, ...options)
  }
} else {
  const rows = Object.entries(BENCHES).map(([key, { what }]) => `  ${key.padEnd(10)} ${what}`)
  console.log(['npm run bench -- NAME [options]', ...rows].join('\n'))
  process.exitCode = name === '' ? 0 : 1
}
