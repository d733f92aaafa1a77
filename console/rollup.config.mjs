import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import esbuild from 'rollup-plugin-esbuild'

/** The scripts of the pages. Code that two of them need is in a separate file. */
export default {
  input: ['events', 'analytics', 'books', 'requests'].map((page) => `./pages/${page}.ts`),
  output: {
    dir: 'build/web/console',
    chunkFileNames: '[name].js',
    format: 'es',
    sourcemap: true,
  },
  plugins: [
    nodeResolve({ browser: true }),
    esbuild({ target: 'es2021', tsconfig: false }),
    terser({ ecma: 2020 }),
  ],
}
