/** One command of the test suite. */
export interface Step {
  /** For a person who waits. */
  readonly name: string
  /** For a shell, in the project's folder. */
  readonly command: string
  /** How long it took on two quiet cores. */
  readonly seconds: number
  /** Its output is shown while it runs, as it reports its own progress. */
  readonly isShown?: boolean
  /** It reads `dist`, and waits for the step `build` of its phase. */
  readonly needsBuild?: boolean
}

/** Steps that may run at the same time, two of them at once. */
type Phase = readonly Step[]

const playwright = (...projects: readonly string[]) =>
  `playwright test ${projects.map((project) => `--project=${project}`).join(' ')}`

/** `npm test`: everything that protects a shop. */
export const essential: readonly Phase[] = [
  [
    {
      name: 'Chromium is there',
      command: 'tsx test/support/runner/browsers.ts chromium',
      seconds: 1,
    },
  ],
  [
    // The longest first: the others take as long together.
    { name: 'types', command: 'npm run --silent types', seconds: 90 },
    { name: 'build', command: 'npm run --silent build', seconds: 35 },
    { name: 'style', command: 'npm run --silent lint', seconds: 7 },
    { name: 'sentences', command: 'npm run --silent prose', seconds: 13 },
    { name: 'import rules', command: 'npm run --silent imports', seconds: 8 },
    { name: 'unused code', command: 'npm run --silent unused', seconds: 6 },
    {
      name: 'documentation',
      command: 'npm run --silent docs:build',
      seconds: 15,
      needsBuild: true,
    },
    { name: 'package', command: 'npm run --silent package', seconds: 9, needsBuild: true },
    { name: 'sizes', command: 'npm run --silent size', seconds: 2, needsBuild: true },
  ],
  [{ name: 'unit tests', command: playwright('unit'), seconds: 100, isShown: true }],
  [{ name: 'browser tests', command: playwright('chromium'), seconds: 300, isShown: true }],
]

/** `npm run test:all`: what {@link essential} leaves out. It needs the build of `npm test`. */
export const rest: readonly Phase[] = [
  [{ name: 'all browsers are there', command: 'tsx test/support/runner/browsers.ts', seconds: 1 }],
  [
    {
      name: 'first steps of the README',
      command: 'tsx test/package/newcomer.ts --built',
      seconds: 20,
    },
    { name: 'packed service', command: 'npm run --silent package:service', seconds: 15 },
  ],
  [
    {
      name: 'property tests, faults and applications',
      command: playwright('chromium-rest'),
      seconds: 900,
      isShown: true,
    },
  ],
  [
    {
      name: 'hostile pages and long sessions, one at a time',
      command: `${playwright('chromium-heavy')} --workers=1`,
      seconds: 800,
      isShown: true,
    },
  ],
  [
    {
      name: 'Firefox and WebKit',
      command: playwright('firefox', 'webkit'),
      seconds: 220,
      isShown: true,
    },
  ],
]
