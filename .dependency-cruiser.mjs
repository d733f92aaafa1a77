/** The folders that the modules of each folder of the first file may import, besides their own. Imports run in one direction. */
const mayImport = {
  wire: [],
  browser: ['wire'],
  settings: ['browser', 'wire'],
  visitor: ['browser', 'wire', 'settings'],
  log: ['browser', 'wire', 'settings'],
  send: ['browser', 'wire', 'settings', 'log'],
  track: ['browser', 'wire', 'settings', 'visitor', 'log', 'send'],
  api: ['browser', 'wire', 'settings', 'visitor', 'log', 'send', 'track'],
}

const layers = Object.keys(mayImport).join('|')
const entries = '^src/(tag|snippet|module|pixel|server|shopify|parts/[^/]+/index)\\.ts$'
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** Modules that a pixel without a DOM shares: the contract, the decisions, and a few others that do not need a window. */
const PURE = [
  'wire/',
  'browser/(clock|consent-gate|guard|hooks|ids|robots)\\.ts$',
  'settings/read-settings\\.ts$',
  'log/',
  'visitor/stored-visitor\\.ts$',
  'send/(?!browser-store|stored-texts|page-delivery)',
  'track/(event-id|orders/known-orders)\\.ts$',
  'parts/recovery/(cors-detection|fit-entry)\\.ts$',
]

/** Modules that backends share: the contract and the decisions, whose state is in the caller's hands. */
const FOR_SERVERS = [
  'wire/',
  'browser/(clock|guard|ids)\\.ts$',
  'visitor/stored-visitor\\.ts$',
  'send/(outcome|queue-entry)\\.ts$',
  'track/(event-id|parse-event|unknown-fields)\\.ts$',
  'parts/(filters/strict-fields|recovery/fit-entry)\\.ts$',
]

/** A part's types belong to the public API. Its code is loaded on demand, and only the loader may know it. */
const code = { dependencyTypesNot: ['type-only'] }

/** Compares the reports of two tags. The tag and the kit share it. */
const COMPARISON = 'parts/shadow/(read-ga4|read-pixel|tag-report|two-reports)\\.ts$'

const imports = Object.entries(mayImport).map(([layer, others]) =>
  forbid(
    `imports-of-${layer}`,
    { path: `^src/${layer}/` },
    { path: '^src/', pathNot: `^src/(${[layer, ...others].join('|')})/`, ...code },
  ),
)

/**
 * What each product may import beside its own files: others only by their door, `index.ts`. Tests may also use what tests share. Each may
 * be deleted but the tag and the service, so neither of these may import another.
 */
const DOORS = {
  kit: ['src/module\\.ts$', COMPARISON.replace('parts', 'src/parts')],
  service: [],
  console: ['service/index\\.ts$'],
  assistant: ['service/index\\.ts$'],
  'demo-site': ['service/index\\.ts$', 'dist/module'],
  bench: [
    '(service|console|demo-site)/index\\.ts$',
    'demo-site/catalog/generate\\.ts$',
    'test/support/',
  ],
}

/** What the tests of a product may import besides. The pixel is tested with the kit's sandbox. */
const ALSO_TESTED = {
  kit: ['src/', 'test/fakes/', 'service/index\\.ts$'],
  assistant: ['demo-site/index\\.ts$'],
  // The console has its own implementation of an order's reference.
  console: ['src/wire/order-ref\\.ts$'],
}

const PRODUCT = `^(src|test|${Object.keys(DOORS).join('|')})/`
const TEST_SUPPORT = 'test/(support|fakes)/'

const doors = Object.entries(DOORS).flatMap(([product, others]) => [
  forbid(
    `door-of-${product}`,
    { path: `^${product}/`, pathNot: `^${product}/test/` },
    { path: PRODUCT, pathNot: `^(${[`${product}/`, ...others].join('|')})` },
  ),
  forbid(
    `door-of-the-tests-of-${product}`,
    { path: `^${product}/test/` },
    {
      path: PRODUCT,
      pathNot: `^(${[`${product}/`, TEST_SUPPORT, ...others, ...(ALSO_TESTED[product] ?? [])].join('|')})`,
    },
  ),
])

export default {
  forbidden: [
    ...imports,
    forbid(
      'the-tag-imports-no-other-product',
      { path: '^(src|test)/' },
      { path: PRODUCT, pathNot: '^(src|test)/|^service/index\\.ts$' },
    ),
    forbid(
      'the-tag-itself-imports-nothing',
      { path: '^src/' },
      { path: PRODUCT, pathNot: '^src/' },
    ),
    forbid(
      'a-pixel-has-no-window',
      { path: '^src/pixel/' },
      { path: '^src/', pathNot: `^src/(pixel/|${PURE.join('|')})`, ...code },
    ),
    forbid(
      'a-server-has-no-page-and-no-settings-of-one',
      { path: '^src/server/' },
      { path: '^src/', pathNot: `^src/(server/|${FOR_SERVERS.join('|')})`, ...code },
    ),
    forbid(
      'nobody-imports-the-server',
      { path: '^src/', pathNot: '^src/(server/|server\\.ts$)' },
      { path: '^src/server/' },
    ),
    forbid(
      'nobody-imports-the-pixel',
      { path: '^src/', pathNot: '^src/(pixel/|(pixel|shopify)\\.ts$)' },
      { path: '^src/pixel/' },
    ),
    forbid('no-cycles', {}, { circular: true, viaOnly: code }),
    forbid(
      'every-folder-is-listed',
      { path: '^src/[^/]+/', pathNot: `^src/(${layers}|parts|pixel|server|gtm|agent-element)/` },
      {},
    ),
    forbid(
      'the-element-takes-only-types-of-the-tag',
      { path: '^src/agent-element/' },
      { path: '^src/', pathNot: '^src/agent-element/', ...code },
    ),
    forbid(
      'every-file-beside-the-folders-is-listed',
      { path: '^src/[^/]+$', pathNot: entries },
      {},
    ),
    forbid('nobody-imports-an-entry', { path: '^src/' }, { path: entries }),
    forbid(
      'nobody-imports-a-part',
      { path: '^src/', pathNot: '^src/(parts|pixel|server)/' },
      { path: '^src/parts/', ...code },
    ),
    forbid(
      'one-door-for-cookies',
      { path: '^src/', pathNot: '^src/browser/cookies' },
      { path: 'node_modules/(@types/)?js-cookie' },
    ),
    ...doors,
    forbid(
      'comparison-is-pure',
      { path: `^src/${COMPARISON}` },
      { path: '^src/|^node_modules|node:', pathNot: `^src/${COMPARISON}`, ...code },
    ),
    forbid(
      'browser-tests-see-only-the-built-tag',
      { path: '^test/browser/' },
      { path: '^src/', pathNot: '^src/wire/order-ref\\.ts$' },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/build/' },
  },
}
