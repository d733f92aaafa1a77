import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** The smallest tracker that stores its events, as one minified script. A start of the tag is compared with it. */
export function keepingScript(): string {
  const [script] = buildSync({
    entryPoints: [fileURLToPath(new URL('../references/keeping.js', import.meta.url))],
    ...{ bundle: true, minify: true, format: 'iife', write: false },
  }).outputFiles
  return script?.text ?? ''
}
