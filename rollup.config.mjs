import { readFileSync } from 'node:fs'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import typescript from '@rollup/plugin-typescript'
import { tokenizer, tokTypes } from 'acorn'
import { dts } from 'rollup-plugin-dts'
import license from 'rollup-plugin-license'
import { shopFiles } from './demo-site/shop/shop-files.mjs'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Writes the released version where the source says `__VERSION__`. */
const stampVersion = {
  name: 'stamp-version',
  transform: (code, id) =>
    /\/(src|kit)\//.test(id) && code.includes('__VERSION__')
      ? { code: code.replaceAll('__VERSION__', JSON.stringify(version)), map: null }
      : null,
}

/** Types are `npm run types`'s business: checking them again for each file takes most of the build. */
const noCheck = true

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

/** One self-contained script per entry. */
const script = (entry, file) => ({
  input: `src/${entry}.ts`,
  // The snippet is pasted into pages, where a source map beside it could not be found.
  output: { file: `dist/${file}.js`, format: 'iife', sourcemap: entry !== 'snippet' },
  plugins: [
    // `browser` picks nanoid's Web Crypto build; the Node build would be bundled otherwise.
    nodeResolve({ browser: true }),
    typescript({ noCheck }),
    stampVersion,
    letForConst,
    // Functions with arguments stay functions (`inline: 1`): repeated bodies are more bytes, even compressed.
    terser({
      ecma: 2020,
      compress: {
        passes: 4,
        inline: 1,
        unsafe_arrows: true,
        // Terser holds that a page could have changed them; browsers do not let it.
        global_defs: { '@Number.POSITIVE_INFINITY': '1/0', '@Number.NaN': 'NaN' },
      },
      mangle: true,
      format: entry === 'tag' ? { preamble: compileAhead } : {},
    }),
    notices(file),
  ],
})

/** The licences of what is inside a script, where there is something. */
const notices = (file) =>
  license({
    thirdParty: { allow: '(MIT OR ISC OR Apache-2.0)', output: `dist/notices/${file}.txt` },
  })

/** What a bundled application imports, and its types. */
const packageEntry = [
  {
    input: 'src/module.ts',
    output: { file: 'dist/module.js', format: 'es', sourcemap: true },
    plugins: [typescript({ noCheck })],
  },
  {
    input: 'src/module.ts',
    output: { file: 'dist/module.d.ts', format: 'es' },
    plugins: [dts()],
  },
]

/** The demo shop: its pages, one stylesheet, one script. */
const shop = {
  input: 'demo-site/shop/main.ts',
  output: { dir: 'dist/shop', entryFileNames: 'shop.js', format: 'es', sourcemap: true },
  plugins: [
    nodeResolve({ browser: true }),
    typescript({ tsconfig: 'demo-site/shop/tsconfig.json', noCheck }),
    terser({ ecma: 2020 }),
    shopFiles(),
  ],
}

/** The service's own pages; what two of them need is a file of its own. */
const consolePages = {
  input: ['events', 'analytics'].map((page) => `service/console/pages/${page}.ts`),
  output: { dir: 'dist/console', chunkFileNames: '[name].js', format: 'es', sourcemap: true },
  plugins: [
    nodeResolve({ browser: true }),
    typescript({ tsconfig: 'service/console/pages/tsconfig.json', noCheck }),
    terser({ ecma: 2020 }),
  ],
}

/** What Node runs: the test kit, and the command `svc-tag`. Libraries are inside, so that installing the tag stays light. */
const kit = [
  {
    input: { test: 'kit/test/index.ts', audit: 'kit/audit/cli.ts' },
    external: [/^node:/, '@playwright/test'],
    output: { dir: 'dist/kit', format: 'es', chunkFileNames: '[name].js' },
    onwarn(warning, warn) {
      const isTheirs = warning.ids?.every((id) => id.includes('node_modules'))
      if (warning.code !== 'CIRCULAR_DEPENDENCY' || !isTheirs) warn(warning)
    },
    plugins: [
      nodeResolve({ exportConditions: ['node'] }),
      commonjs(),
      typescript({
        tsconfig: 'kit/tsconfig.json',
        noCheck,
        rewriteRelativeImportExtensions: true,
      }),
      stampVersion,
      notices('kit'),
    ],
  },
  {
    input: 'kit/test/index.ts',
    external: ['@playwright/test'],
    output: { file: 'dist/kit/test.d.ts', format: 'es' },
    plugins: [dts({ tsconfig: 'kit/tsconfig.json' })],
  },
]

export default [
  script('tag', 'svc'),
  script('clients', 'svc-clients'),
  script('inspector', 'svc-inspector'),
  script('datalayer', 'svc-datalayer'),
  script('map', 'svc-map'),
  script('snippet', 'svc-snippet'),
  shop,
  consolePages,
  ...packageEntry,
  ...kit,
]
