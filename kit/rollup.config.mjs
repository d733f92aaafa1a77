import { readFileSync } from 'node:fs'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { dts } from 'rollup-plugin-dts'
import esbuild from 'rollup-plugin-esbuild'
import license from 'rollup-plugin-license'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Programs for Node. Libraries are bundled, so that installing the tag adds few packages. */
const programs = {
  input: {
    test: './playwright/index.ts',
    shopify: './shopify/index.ts',
    audit: './audit/cli.ts',
  },
  external: [/^node:/, '@playwright/test'],
  output: { dir: '../dist/kit', format: 'es', chunkFileNames: '[name].js' },
  onwarn(warning, warn) {
    const isTheirs = warning.ids?.every((id) => id.includes('node_modules'))
    if (warning.code !== 'CIRCULAR_DEPENDENCY' || !isTheirs) warn(warning)
  },
  plugins: [
    nodeResolve({ exportConditions: ['node'] }),
    commonjs(),
    esbuild({
      target: 'node20',
      tsconfig: false,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      define: { __VERSION__: JSON.stringify(version) },
    }),
    license({
      thirdParty: { allow: '(MIT OR ISC OR Apache-2.0)', output: '../dist/notices/kit.txt' },
    }),
  ],
}

/** The types of an entry, in one file. */
const types = (input, name) => ({
  input,
  external: ['@playwright/test'],
  output: { file: `../dist/kit/${name}.d.ts`, format: 'es' },
  plugins: [dts({ tsconfig: 'tsconfig.json' })],
})

export default [
  programs,
  types('./playwright/index.ts', 'test'),
  types('./shopify/index.ts', 'shopify'),
]
