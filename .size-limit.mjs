/**
 * The limit of each built file, compressed with brotli. The name of a part stands for its file, whose name ends with a hash. Limits should
 * only be lowered; a commit that raises one explains why.
 */
const LIMITS = {
  'svc-snippet.js': '500 B',
  'svc.js': '20.6 kB',
  facets: '2.36 kB',
  calls: '2.9 kB',
  recovery: '1.35 kB',
  'agent-tools': '2.4 kB',
  components: '1 kB',
  'long-lists': '1.3 kB',
  'list-memory': '600 B',
  consent: '850 B',
  shadow: '2.75 kB',
  filters: '650 B',
  clients: '5.95 kB',
  inspector: '32 kB',
  datalayer: '2.85 kB',
  map: '1.05 kB',
  'svc-agent.js': '10 kB',
  'svc-pixel.js': '8.95 kB',
  'server.js': '6 kB',
}

/** The files that one kind of page loads together. */
const PAGES = [
  {
    name: 'list page with facets',
    files: ['svc.js', 'facets', 'list-memory'],
    limit: '23.55 kB',
  },
  {
    name: 'everything but inspector, shadow mode, clients, dataLayer and map',
    files: [
      ...['svc.js', 'facets', 'calls', 'recovery', 'components', 'long-lists', 'list-memory'],
      ...['consent', 'filters'],
    ],
    limit: '31.4 kB',
  },
]

const pathOf = (file) => (file.endsWith('.js') ? `dist/${file}` : `dist/svc-${file}.*.js`)

export default [
  ...Object.entries(LIMITS).map(([file, limit]) => ({ name: file, files: [file], limit })),
  ...PAGES,
].map(({ name, files, limit }) => ({ name, path: files.map(pathOf), brotli: true, limit }))
