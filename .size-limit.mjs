/**
 * The limit of each built file, compressed with brotli. The name of a part stands for its file, whose name ends with a hash. `svc.js` names
 * its parts with their hashes, which compress differently with every change, so its limits leave 50 bytes. Limits should only be lowered; a
 * commit that raises one explains why.
 */
const LIMITS = {
  'svc-snippet.js': '500 B',
  'svc.js': '24.75 kB',
  facets: '3.1 kB',
  calls: '3.1 kB',
  recovery: '1.42 kB',
  'cart-answer': '1.65 kB',
  'agent-tools': '2.6 kB',
  components: '1.02 kB',
  'long-lists': '1.31 kB',
  'list-memory': '640 B',
  consent: '920 B',
  shadow: '2.8 kB',
  filters: '680 B',
  clients: '5.75 kB',
  inspector: '36.1 kB',
  datalayer: '2.7 kB',
  map: '1.3 kB',
  'svc-agent.js': '10 kB',
  'svc-pixel.js': '10.5 kB',
  'server.js': '6.7 kB',
}

/** The files that one kind of page loads together. */
const PAGES = [
  {
    name: 'list page with facets',
    files: ['svc.js', 'facets', 'list-memory'],
    limit: '28.45 kB',
  },
  {
    name: 'everything but inspector, shadow mode, clients, dataLayer and map',
    files: [
      ...['svc.js', 'facets', 'calls', 'recovery', 'components', 'long-lists', 'list-memory'],
      ...['consent', 'filters'],
    ],
    limit: '36.65 kB',
  },
]

const pathOf = (file) => (file.endsWith('.js') ? `dist/${file}` : `dist/svc-${file}.*.js`)

export default [
  ...Object.entries(LIMITS).map(([file, limit]) => ({ name: file, files: [file], limit })),
  ...PAGES,
].map(({ name, files, limit }) => ({ name, path: files.map(pathOf), brotli: true, limit }))
