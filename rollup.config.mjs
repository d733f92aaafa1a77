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

/** Removes the types, which `npm run types` checks. */
const stripTypes = (target = 'es2021') =>
  esbuild({ target, tsconfig: false, jsx: 'automatic', jsxImportSource: 'preact' })

/**
 * Makes Chromium compile the whole tag in the background while it loads, because most of it runs at
 * the start. https://github.com/WICG/explicit-javascript-compile-hints-file-based
 */
const compileAhead = '//# allFunctionsCalledOnLoad'

/**
 * `let` instead of `const` makes no difference to a browser and saves about 130 bytes of the
 * compressed tag. The length stays the same, so that the source map stays valid.
 */
const letForConst = {
  name: 'let-for-const',
  renderChunk(code) {
    let shorter = code
    for (const { type, start, end } of tokenizer(code, { ecmaVersion: 'latest' }))
      if (type === tokTypes._const) shorter = `${shorter.slice(0, start)}let  ${shorter.slice(end)}`
    return { code: shorter, map: null }
  },
}

/** The parts, which the tag loads on demand from its own folder: `src/parts/<name>/index.ts` becomes `svc-<name>.js`. */
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

/** The chunks of some entries: their modules, and what they import from modules that are left out. */
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
 * What parts use of the first file: `[module, name]`, in an order that the parts and the first file share. A part gets the values as one
 * list, so that minification need not preserve any name. The order is that of the first file, so that the minified names in the list are
 * consecutive, which compresses to a third of the size.
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
    // A part gets the current value, so it would miss later assignments to a variable.
    if (new RegExp(`^export let ${name}\\b`, 'm').test(readFileSync(id, 'utf8')))
      throw new Error(`${id} exports the variable ${name}, which parts import: export a function`)
  }
  return { own, bindings }
}

const { own: ownModules, bindings } = await sharedBindings()

/** The source text of all modules of the tag. */
const sourceText = readdirSync(inProject('src'), { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => readFileSync(inProject(`src/${path}`), 'utf8'))

/**
 * Identifies the build, so that a part can check whether it belongs to the `svc.js` that loads it:
 * a hash of the code and of the libraries' versions.
 */
const build = createHash('sha256')
  .update(JSON.stringify([sourceText, devDependencies, version]))
  .digest('hex')
  .slice(0, 8)

/** The hash in the name of each part's file. Parts are built before the file that loads them. */
const partHashes = () =>
  Object.fromEntries(
    readdirSync(inProject('dist')).flatMap((file) => {
      const [, name, hash] = /^svc-([\w-]+)\.(\w{8})\.js$/.exec(file) ?? []
      return name ? [[name, hash]] : []
    }),
  )

/** Inserts the facts of this build where the source refers to them. */
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

/** Generates `src/internals.ts`: the list of bindings that parts use. */
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

/**
 * Turns a module that exports `open` into a part: a function of the bindings that it uses of the
 * first file, stored on the part's script element.
 */
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
    // A name that no library uses, because a function of the part with the same name would hide the argument.
    text.prepend(
      `Reflect.get(Document.prototype, 'currentScript', document).svcPart = [${JSON.stringify(build)}, (__internals) => {const [${list}] = __internals;`,
    )
    text.append('return open}];')
    return { code: text.toString(), map: text.generateMap({ hires: true }) }
  },
}

/**
 * Uses only lower-case names, from `a` to `r` and then from `aa` to `rz`. With more letters, ordered by frequency, the code is shorter, but
 * a hundred bytes longer once compressed. Terser's worker gets this code as text, so it must not use anything outside itself.
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
  // Functions with parameters are not inlined (`inline: 1`), because repeated bodies take more bytes, even compressed.
  terser({
    ecma: 2020,
    compress: {
      passes: 4,
      inline: 1,
      unsafe_arrows: true,
      // Functions next to each other are similar, and compress better.
      hoist_funs: true,
      negate_iife: false,
      // Terser assumes that a page could have changed these constants, but browsers do not allow it.
      global_defs: { '@Number.POSITIVE_INFINITY': '1/0', '@Number.NaN': 'NaN' },
    },
    mangle: false,
  }),
  terser({ ecma: 2020, compress: false, mangle: { nth_identifier: smallLetters }, format }),
]

/** Minified as far as possible; left readable while the tag is being changed. */
const compress = process.env.SVC_PLAIN ? () => [] : compressed

/**
 * On a page without `Set`, or with a broken `map`, the tag causes one warning and no error. Code that runs later is guarded in the source.
 */
const contained = {
  banner: 'try{',
  footer: "}catch(error){console.warn('svc-tag: an internal error; please report it',error)}",
}

/** The first file, and the snippet that is pasted into pages. */
const script = (entry, file) => ({
  input: `src/${entry}.ts`,
  // Pages contain the snippet inline, where a source map could not be found.
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

/** The licences of the libraries in a script, if there are any. */
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
  // The module that bundled applications import.
  ...packageModule('module', [stripTypes()]),
  // For app pixels of Shopify.
  ...packageModule('shopify', [...sources(), stampBuild, notices('shopify')]),
  // For backends. Minified, because every cold function has to load it.
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

/** `<svc-agent>`, a separate file that uses the tag through `window.svc`. */
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

/** The demo shop: its pages, one stylesheet and one script. */
const shop = {
  input: 'demo-site/shop/shop-entry.ts',
  output: { dir: 'dist/shop', entryFileNames: 'shop.js', format: 'es', sourcemap: true },
  plugins: [nodeResolve({ browser: true }), stripTypes(), terser({ ecma: 2020 }), shopFiles()],
}

/** The service's own pages. Code that two of them need is in a separate file. */
const consolePages = {
  input: ['events', 'analytics', 'attribution', 'requests'].map(
    (page) => `service/console/pages/${page}.ts`,
  ),
  output: { dir: 'dist/console', chunkFileNames: '[name].js', format: 'es', sourcemap: true },
  plugins: [nodeResolve({ browser: true }), stripTypes(), terser({ ecma: 2020 })],
}

/** Programs for Node: the test kit, and the `svc-tag` command. Libraries are bundled, so that installing the tag adds few packages. */
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

/** Built first, because `svc.js` contains the names of the parts and the shop's pages contain the snippet. */
const first = [...PARTS.map(part), script('snippet', 'svc-snippet')]

const rest = [
  script('tag', 'svc'),
  ...[agentElement, shop, consolePages, pixel],
  ...packageModules,
  ...kit,
]

export default [...first, ...rest]
