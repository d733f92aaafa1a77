import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../build.mjs', import.meta.url))

/**
 * Builds the tag and the pages in a process of their own, unless `dist` is newer than its sources.
 *
 * @param signal - Ends the build.
 * @returns Whether anything had to be built.
 * @throws Error with the build's own output when it fails.
 */
export function buildIfStale(signal: AbortSignal): Promise<boolean> {
  const build = spawn(process.execPath, [script, '--if-stale'], { signal })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((settle, fail) => {
    build.once('error', fail)
    build.once('close', (code) =>
      code === 0
        ? settle(output.includes('dist is built'))
        : fail(new Error(`The build failed:\n${output.trimEnd()}`)),
    )
  })
}
