import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import esbuild from 'rollup-plugin-esbuild'
import { shopFiles } from './shop/shop-files.mjs'

/** The demo shop, from the built tag: its pages, one stylesheet and one script. */
export default {
  input: './shop/shop-entry.ts',
  output: { dir: '../dist/shop', entryFileNames: 'shop.js', format: 'es', sourcemap: true },
  plugins: [
    nodeResolve({ browser: true }),
    esbuild({ target: 'es2021', tsconfig: false }),
    terser({ ecma: 2020 }),
    shopFiles(),
  ],
}
