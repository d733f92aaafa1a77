/** What each room may import, besides itself and src/brand.ts. */
const mayImport = {
  events: [],
  platform: [],
  identity: ['events', 'platform'],
  consent: ['events', 'platform'],
  capture: ['events', 'platform'],
  delivery: ['events', 'platform'],
  browse: ['events', 'platform'],
  agent: ['events', 'platform'],
  inspector: ['events', 'platform'],
  datalayer: ['events', 'platform'],
  api: ['events', 'platform', 'browse', 'agent', 'inspector', 'datalayer', 'capture'],
}

/** The files beside the rooms that introduce them, and the rooms that each opens; `open-rooms` sees only the others open theirs. */
const mayOpen = {
  'open-rooms': ['api', 'capture'],
  'open-visitor': ['api', 'consent', 'identity'],
  'open-visit-memory': ['api', 'agent', 'browse'],
  'open-recording': ['api', 'capture', 'consent', 'delivery', 'inspector'],
  'open-capturing': ['api', 'capture', 'consent', 'datalayer'],
  'open-data-layer': ['datalayer'],
  'open-map': ['capture'],
  'open-svc': ['api', 'capture', 'inspector'],
}

const rooms = Object.keys(mayImport).join('|')
const openers = Object.keys(mayOpen).join('|')
const entries = '^src/(tag|clients|inspector|snippet|datalayer|map|module)\\.ts$'
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const walls = Object.entries(mayImport).map(([room, others]) =>
  forbid(
    `walls-of-${room}`,
    { path: `^src/${room}/` },
    { path: '^src/', pathNot: `^src/(brand\\.ts$|(${[room, ...others].join('|')})/)` },
  ),
)

const doors = Object.entries(mayOpen).map(([opener, opened]) =>
  forbid(
    `doors-of-${opener}`,
    { path: `^src/${opener}\\.ts$` },
    { path: '^src/[^/]+/', pathNot: `^src/(${['events', 'platform', ...opened].join('|')})/` },
  ),
)

export default {
  forbidden: [
    ...walls,
    ...doors,
    forbid('no-cycles', {}, { circular: true }),
    forbid('every-room-is-listed', { path: '^src/[^/]+/', pathNot: `^src/(${rooms}|gtm)/` }, {}),
    forbid(
      'every-file-beside-the-rooms-is-listed',
      { path: '^src/[^/]+$', pathNot: [entries, `^src/(brand|record|${openers})\\.ts$`] },
      {},
    ),
    forbid('nobody-imports-an-entry', { path: '^src/' }, { path: entries }),
    forbid('only-events-has-a-door', {}, { path: '^src/(?!events/)[^/]+/index' }),
    forbid(
      'record-knows-only-events',
      { path: '^src/record' },
      { path: '^src/', pathNot: '^src/(brand|events)' },
    ),
    forbid(
      'one-door-for-cookies',
      { path: '^src/', pathNot: '^src/platform/cookies' },
      { path: 'node_modules/(@types/)?js-cookie' },
    ),
    forbid(
      'one-door-for-ids',
      { path: '^src/', pathNot: '^src/platform/ids' },
      { path: 'node_modules/nanoid' },
    ),
    forbid(
      'inspector-stays-out-of-the-tag',
      { path: '^src/tag' },
      { path: '^src/inspector/(panel|audit)', reachable: true },
    ),
    forbid('the-service-reads-the-contract-not-the-tag', { path: '^service/' }, { path: '^src/' }),
    forbid(
      'the-kit-knows-the-package-by-its-types',
      { path: '^kit/' },
      { path: '^(src|service|demo-site|test)/', pathNot: '^src/module\\.ts$' },
    ),
    forbid(
      'comparison-is-pure',
      { path: '^kit/compare/' },
      { path: '^kit/(?!compare/)|^node_modules|node:' },
    ),
    forbid('browser-tests-see-only-the-built-tag', { path: '^test/browser/' }, { path: '^src/' }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^service/build/' },
  },
}
