import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'
import typescript from '@rollup/plugin-typescript'
import { dts } from 'rollup-plugin-dts'
import license from 'rollup-plugin-license'
import { partScripts } from './rollup-parts.mjs'

const inProject = (path) => fileURLToPath(new URL(path, import.meta.url))
const read = (path) => readFileSync(inProject(path), 'utf8')
const { version } = JSON.parse(read('package.json'))

/** The parts, which the tag loads on demand. A module that several share is in the first of them. */
const PARTS = [
  ...[
    'calls',
    'cart-answer',
    'facets',
    'filters',
    'list-memory',
    'map',
    'shadow',
    'agent-tools',
    'clients',
  ],
  ...['components', 'consent', 'datalayer', 'inspector', 'long-lists', 'recovery'],
]

/** Identifies the build, so that a part can check whether it belongs to the `svc.js` that loads it. */
const build = readdirSync(inProject('src'), { recursive: true })
  .filter((path) => /\.tsx?$/.test(path))
  .sort()
  .reduce((hash, path) => hash.update(read(`src/${path}`)), createHash('sha256'))
  .update(read('package.json'))
  .digest('hex')
  .slice(0, 8)

/** Removes the types, which `npm run types` checks. All entries of a folder share one program; the plugin would read every file for each. */
const stripTypes = (folder, options) => {
  const plugin = typescript({
    tsconfig: inProject(`${folder}/tsconfig.json`),
    compilerOptions: {
      ...{ noCheck: true, lib: ['es5'], types: [], incremental: false, removeComments: true },
      ...options,
    },
  })
  let isRead = false
  return {
    ...plugin,
    buildStart(options) {
      if (!isRead) plugin.buildStart.call(this, options)
      isRead = true
    },
  }
}

/** The tag must run in Safari 14. */
const ofTag = stripTypes('src')

const sources = (types = ofTag) => [
  types,
  nodeResolve({ browser: true }),
  replace({
    preventAssignment: true,
    values: { __VERSION__: JSON.stringify(version), __BUILD__: JSON.stringify(build) },
  }),
]

/** Functions with parameters are not inlined, because repeated bodies take more bytes, even compressed. */
const COMPRESS = { passes: 3, inline: 1, unsafe_arrows: true, unsafe_methods: true }

/** Minified as far as possible; left readable while the tag is being changed. */
const compress = (options) =>
  !process.env.SVC_PLAIN && terser({ ecma: 2020, compress: COMPRESS, ...options })

/** The licences of the libraries in a file, if there are any. */
const notices = (file) =>
  license({
    thirdParty: { allow: '(MIT OR ISC OR Apache-2.0 OR 0BSD)', output: `dist/notices/${file}.txt` },
  })

const tag = {
  input: {
    svc: 'src/tag.ts',
    ...Object.fromEntries(PARTS.map((part) => [`svc-${part}`, `src/parts/${part}/index.ts`])),
  },
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    sourcemap: true,
    generatedCode: { arrowFunctions: true, constBindings: true },
  },
  plugins: [
    ...sources(),
    partScripts(build),
    compress({ format: { comments: /^# allFunctionsCalledOnLoad/ } }),
    notices('svc'),
  ],
}

/** A script of one file. */
const script = (input, file, { stripped = ofTag, sourcemap = true } = {}) => ({
  input,
  output: { file: `dist/${file}.js`, format: 'iife', sourcemap },
  plugins: [...sources(stripped), compress(), notices(file)],
})

/** A module of the package. */
const module = (name, ...plugins) => ({
  input: `src/${name}.ts`,
  output: { file: `dist/${name}.js`, format: 'es', sourcemap: true },
  plugins: [...sources(), ...plugins, notices(name)],
})

/** The types of an entry, in one file. */
const types = (input, file, options) => ({
  input,
  external: ['@playwright/test'],
  output: { file: `dist/${file}.d.ts`, format: 'es' },
  plugins: [dts(options)],
})

/** The shop's pages contain the snippet, so it comes first. Inline, a source map could not be found. */
const first = [script('src/snippet.ts', 'svc-snippet', { sourcemap: false }), tag]

const rest = [
  script('src/agent-element/svc-agent.tsx', 'svc-agent', {
    stripped: stripTypes('src', { target: 'es2022' }),
  }),
  // For the sandbox of Shopify's custom pixels.
  script('src/pixel.ts', 'svc-pixel'),
  // For bundled applications, for app pixels of Shopify, and for backends, whose cold functions have to load it.
  ...[module('module'), module('shopify'), module('server', terser({ ecma: 2020, module: true }))],
  ...['module', 'shopify', 'server'].map((name) => types(`src/${name}.ts`, name)),
]

export default [...first, ...rest]
