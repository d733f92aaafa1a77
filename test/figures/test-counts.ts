import type { ListedTest } from './listed-tests.ts'
import { tableOf } from './markers.ts'

interface Kind {
  readonly name: string
  readonly command: string
  readonly has: (test: ListedTest) => boolean
}

const isOfEngines = (file: string) => file.startsWith('engines/')

const KINDS: readonly Kind[] = [
  { name: 'unit', command: '`npm test`', has: ({ project }) => project === 'unit' },
  {
    name: 'browser, essential',
    command: '`npm test`',
    has: ({ project }) => project === 'chromium',
  },
  {
    name: 'browser, the rest',
    command: '`npm run test:all`',
    has: ({ project }) => project === 'chromium-rest' || project === 'chromium-heavy',
  },
  {
    name: 'engines, each in Firefox and in WebKit',
    command: '`npm run test:all`',
    // Chromium runs the same tests, and is there where another engine may be missing.
    has: ({ project, file }) => project.startsWith('chromium') && isOfEngines(file),
  },
  {
    name: 'installation pages',
    command: '`npm run installs`',
    has: ({ project }) => project === 'install',
  },
]

/** How many tests there are of each kind, as a table in Markdown. */
export const countTable = (tests: readonly ListedTest[]): string =>
  tableOf([
    ['tests', 'number', 'run by'],
    ...KINDS.map(({ name, command, has }) => [name, String(tests.filter(has).length), command]),
  ])
