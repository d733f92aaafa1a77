import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { parse, tokenizer, tokTypes } from 'acorn'
import MagicString from 'magic-string'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import esbuild from 'rollup-plugin-esbuild'
import license from 'rollup-plugin-license'
import { shopFiles } from './demo-site/shop/shop-files.mjs'

const { version, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
)

/** Takes the types off. They are `npm run types`'s business. */
const stripTypes = (target = 'es2021') =>
  esbuild({ target, tsconfig: false, jsx: 'automatic', jsxImportSource: 'preact' })

/**
 * Has Chromium compile all of the tag while it is fetched, beside the page: most of it runs at the start.
 * https://github.com/WICG/explicit-javascript-compile-hints-file-based
 */
const compileAhead = '//# allFunctionsCalledOnLoad'

/** `let` means the same to a browser, and takes some 130 bytes less of the tag, compressed. As long as before, so that the source map stays right. */
const letForConst = {
  name: 'let-for-const',
  renderChunk(code) {
    let shorter = code
    for (const { type, start, end } of tokenizer(code, { ecmaVersion: 'latest' }))
      if (type === tokTypes._const) shorter = `${shorter.slice(0, start)}let  ${shorter.slice(end)}`
    return { code: shorter, map: null }
  },
}

/** The parts, fetched on need from beside `svc.js`: `src/parts/<name>/index.ts` becomes `svc-<name>.js`. */
const PARTS = [
  'agent-tools',
  'calls',
  'clients',
  'components',
  'consent',
  'datalayer',
  'facets',
  'filters',
  'inspector',
  'list-memory',
  'long-lists',
  'map',
  'recovery',
  'shadow',
]

const inProject = (path) => fileURLToPath(new URL(path, import.meta.url))

const sources = () => [nodeResolve({ browser: true }), stripTypes()]

/** The chunks of some entries: what is in them, and what they import from modules that are left out. */
async function chunksOf(entries, isOutside) {
  const bundle = await rollup({
    input: entries.map((entry) => inProject(`src/${entry}.ts`)),
    external: isOutside,
    makeAbsoluteExternalsRelative: false,
    plugins: sources(),
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return output
}

/**
 * What parts use of the first file: `[module, name]`, in an order that parts and first file agree on. A part gets the values as one list, so
 * that no name has to be kept through compression. The order is that of the first file: the compressed names of the list then follow one
 * another, which takes a third of its bytes.
 */
async function sharedBindings() {
  const [{ modules }] = await chunksOf(['tag'], () => false)
  const own = new Set(Object.keys(modules))
  const order = [...own]
  const place = ([id, name]) =>
    order.indexOf(id) * 1e6 +
    readFileSync(id, 'utf8').search(new RegExp(`^export .*\\b${name}\\b`, 'm'))
  const chunks = await chunksOf(
    PARTS.map((part) => `parts/${part}/index`),
    (id) => own.has(id),
  )
  const found = new Set(
    chunks.flatMap(({ importedBindings }) =>
      Object.entries(importedBindings)
        .filter(([id]) => own.has(id))
        .flatMap(([id, names]) => names.map((name) => `${id} ${name}`)),
    ),
  )
  const bindings = [...found]
    .map((binding) => binding.split(' '))
    .sort((one, other) => place(one) - place(other))
  for (const [id, name] of bindings) {
    // A part gets the value of the moment, so a variable that is set later would be another one.
    if (new RegExp(`^export let ${name}\\b`, 'm').test(readFileSync(id, 'utf8')))
      throw new Error(`${id} exports the variable ${name}, which parts import: export a function`)
  }
  return { own, bindings }
}

const { own: ownModules, bindings } = await sharedBindings()

/** All modules of the tag, as text. */
const sourceText = readdirSync(inProject('src'), { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => readFileSync(inProject(`src/${path}`), 'utf8'))

/** Tells a part whether it belongs to the `svc.js` that loads it: a hash of the code and of the libraries' versions. */
const build = createHash('sha256')
  .update(JSON.stringify([sourceText, devDependencies, version]))
  .digest('hex')
  .slice(0, 8)

/** The hash in the name of each part's file. The parts are built before what asks for them. */
const partHashes = () =>
  Object.fromEntries(
    readdirSync(inProject('dist')).flatMap((file) => {
      const [, name, hash] = /^svc-([\w-]+)\.(\w{8})\.js$/.exec(file) ?? []
      return name ? [[name, hash]] : []
    }),
  )

/** Writes the facts of this build where the source names them. */
const stampBuild = {
  name: 'stamp-build',
  transform: (code, id) =>
    /\/(src|kit)\//.test(id) && /__(VERSION|BUILD|PARTS)__/.test(code)
      ? {
          code: code
            .replaceAll('__VERSION__', JSON.stringify(version))
            .replaceAll('__BUILD__', JSON.stringify(build))
            .replaceAll('__PARTS__', () => JSON.stringify(partHashes())),
          map: null,
        }
      : null,
}

/** Fills `src/internals.ts`: the list of what parts use. */
const writeInternals = {
  name: 'write-internals',
  load(id) {
    if (id !== inProject('src/internals.ts')) return null
    const imports = bindings.map(
      ([from, name], index) => `import { ${name} as _${index} } from ${JSON.stringify(from)}`,
    )
    return `${imports.join('\n')}\nexport const internals = () => [${bindings.map((_, index) => `_${index}`)}]`
  },
}

/** Makes a part of a module that exports `open`: a function of what it uses of the first file, left on its script element. */
const wrapPart = {
  name: 'wrap-part',
  renderChunk(code) {
    const text = new MagicString(code)
    const names = []
    for (const node of parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
      if (node.type === 'ImportDeclaration') {
        for (const { imported, local } of node.specifiers) {
          const index = bindings.findIndex(
            ([id, name]) => id === node.source.value && name === imported.name,
          )
          names[index] = local.name
        }
      }
      if (/^(Import|ExportNamed)Declaration$/.test(node.type)) text.remove(node.start, node.end)
    }
    const list = Array.from({ length: names.length }, (_, index) => names[index] ?? '')
    // A name that no library has: a function of the part with the argument's name would take its place.
    text.prepend(
      `Reflect.get(Document.prototype, 'currentScript', document).svcPart = [${JSON.stringify(build)}, (__internals) => {const [${list}] = __internals;`,
    )
    text.append('return open}];')
    return { code: text.toString(), map: text.generateMap({ hires: true }) }
  },
}

/**
 * Names of small letters only, from `a` to `r` and then from `aa` to `rz`: more letters, and their order by frequency, are shorter, but a
 * hundred bytes longer once compressed. Terser's worker gets the text of this, so nothing outside it can be used.
 */
const smallLetters = {
  get(index) {
    let name = String.fromCharCode(97 + (index % 18))
    for (let rest = Math.floor(index / 18); rest > 0; rest = Math.floor((rest - 1) / 26))
      name += String.fromCharCode(97 + ((rest - 1) % 26))
    return name
  },
}

const compressed = (format = {}) => [
  // Functions with arguments stay functions (`inline: 1`): repeated bodies are more bytes, even compressed.
  terser({
    ecma: 2020,
    compress: {
      passes: 4,
      inline: 1,
      unsafe_arrows: true,
      // Functions side by side are alike, and take less compressed.
      hoist_funs: true,
      negate_iife: false,
      // Terser holds that a page could have changed them; browsers do not let it.
      global_defs: { '@Number.POSITIVE_INFINITY': '1/0', '@Number.NaN': 'NaN' },
    },
    mangle: false,
  }),
  terser({ ecma: 2020, compress: false, mangle: { nth_identifier: smallLetters }, format }),
]

/** As short as it gets; while somebody changes the tag, as it is. */
const compress = process.env.SVC_PLAIN ? () => [] : compressed

/** A page without `Set`, or with a broken `map`, gets one notice and no error of the tag. What runs later is guarded in the source. */
const contained = {
  banner: 'try{',
  footer: "}catch(error){console.warn('svc-tag: an internal error; please report it',error)}",
}

/** The first file, and the snippet that is pasted into pages. */
const script = (entry, file) => ({
  input: `src/${entry}.ts`,
  // Beside a page with the snippet no source map could be found.
  output: {
    file: `dist/${file}.js`,
    format: 'iife',
    sourcemap: entry !== 'snippet',
    ...(entry === 'tag' && contained),
  },
  plugins: [
    writeInternals,
    ...sources(),
    stampBuild,
    letForConst,
    compress(entry === 'tag' ? { preamble: compileAhead } : {}),
    notices(file),
  ],
})

const part = (name) => ({
  input: `src/parts/${name}/index.ts`,
  external: (id) => ownModules.has(id),
  makeAbsoluteExternalsRelative: false,
  output: {
    dir: 'dist',
    entryFileNames: `svc-${name}.[hash:8].js`,
    hashCharacters: 'hex',
    format: 'es',
    sourcemap: true,
  },
  plugins: [...sources(), stampBuild, wrapPart, letForConst, compress(), notices(`svc-${name}`)],
})

/** The licences of what is inside a script, where there is something. */
const notices = (file) =>
  license({
    thirdParty: { allow: '(MIT OR ISC OR Apache-2.0)', output: `dist/notices/${file}.txt` },
  })

/** The types of an entry, in one file. */
const types = (input, file, options) => ({
  input,
  external: ['@playwright/test'],
  output: { file: `dist/${file}.d.ts`, format: 'es' },
  plugins: [dts(options)],
})

/** A module of the package, and its types. */
const packageModule = (name, plugins) => [
  {
    input: `src/${name}.ts`,
    output: { file: `dist/${name}.js`, format: 'es', sourcemap: true },
    plugins,
  },
  types(`src/${name}.ts`, name),
]

const packageModules = [
  // What a bundled application imports.
  ...packageModule('module', [stripTypes()]),
  // For app pixels of Shopify.
  ...packageModule('shopify', [...sources(), stampBuild, notices('shopify')]),
  // For backends: compressed, as it starts with every cold function.
  ...packageModule('server', [
    ...sources(),
    stampBuild,
    terser({ ecma: 2020, module: true, compress: { passes: 3 } }),
    notices('server'),
  ]),
]

/** The file for the sandbox of Shopify's custom pixels. */
const pixel = {
  ...script('pixel', 'svc-pixel'),
  plugins: [...sources(), stampBuild, letForConst, compress(), notices('svc-pixel')],
}

/** `<svc-agent>`, a file of its own that talks to the tag through `window.svc`. */
const agentElement = {
  input: 'src/agent-element/svc-agent.tsx',
  output: { file: 'dist/svc-agent.js', format: 'iife', sourcemap: true },
  plugins: [
    nodeResolve({ browser: true }),
    stripTypes('es2022'),
    terser({ ecma: 2020, compress: { passes: 3 } }),
    notices('svc-agent'),
  ],
}

/** The demo shop: its pages, one stylesheet, one script. */
const shop = {
  input: 'demo-site/shop/shop-entry.ts',
  output: { dir: 'dist/shop', entryFileNames: 'shop.js', format: 'es', sourcemap: true },
  plugins: [nodeResolve({ browser: true }), stripTypes(), terser({ ecma: 2020 }), shopFiles()],
}

/** The service's own pages; what two of them need is a file of its own. */
const consolePages = {
  input: ['events', 'analytics', 'attribution', 'requests'].map(
    (page) => `service/console/pages/${page}.ts`,
  ),
  output: { dir: 'dist/console', chunkFileNames: '[name].js', format: 'es', sourcemap: true },
  plugins: [nodeResolve({ browser: true }), stripTypes(), terser({ ecma: 2020 })],
}

/** What Node runs: the test kit, and the command `svc-tag`. Libraries are inside, so that installing the tag stays light. */
const kit = [
  {
    input: {
      test: 'kit/test/index.ts',
      shopify: 'kit/shopify/index.ts',
      audit: 'kit/audit/cli.ts',
    },
    external: [/^node:/, '@playwright/test'],
    output: { dir: 'dist/kit', format: 'es', chunkFileNames: '[name].js' },
    onwarn(warning, warn) {
      const isTheirs = warning.ids?.every((id) => id.includes('node_modules'))
      if (warning.code !== 'CIRCULAR_DEPENDENCY' || !isTheirs) warn(warning)
    },
    plugins: [
      nodeResolve({ exportConditions: ['node'] }),
      commonjs(),
      stripTypes('node20'),
      stampBuild,
      notices('kit'),
    ],
  },
  ...['test', 'shopify'].map((entry) =>
    types(`kit/${entry}/index.ts`, `kit/${entry}`, { tsconfig: 'kit/tsconfig.json' }),
  ),
]

/** Built before the rest: `svc.js` carries the names of the parts, and the shop's pages contain the snippet. */
const first = [...PARTS.map(part), script('snippet', 'svc-snippet')]

const rest = [
  script('tag', 'svc'),
  ...[agentElement, shop, consolePages, pixel],
  ...packageModules,
  ...kit,
]

export default [...first, ...rest]
