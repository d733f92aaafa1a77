import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type Plugin, rollup } from 'rollup'
import { loadConfigFile } from 'rollup/loadConfigFile'

// What remembering costs the shopper: builds the tag twice, as it is and with a tap that forgets, and compares.
// `npm run size`

/** What a ring of the last things seen, and the tap that fills it, may add to the tag. */
const LIMIT_BYTES = 500

const project = fileURLToPath(new URL('../..', import.meta.url))

/** A tap that everybody can call and that remembers nothing. */
const forgetful: Plugin = {
  name: 'forgetful-tap',
  load: (id) =>
    id.endsWith('/src/inspector/tap.ts')
      ? `const nothing = () => {}
         export const createTap = () => ({ seen: nothing, step: nothing, ignored: nothing, entries: () => [], explain: () => [], watch: nothing })`
      : null,
}

/** The brotli size of the tag, built as it is released but for what more plugins make of it. */
async function tagSize(...more: readonly Plugin[]): Promise<number> {
  const { options } = await loadConfigFile(`${project}/rollup.config.mjs`, {})
  const tag = options.find(({ input }) => String(input).endsWith('src/tag.ts'))
  if (!tag) throw new Error('rollup.config.mjs no longer builds src/tag.ts')
  const plugins = (tag.plugins as Plugin[]).filter(({ name }) => name !== 'rollup-plugin-license')
  const bundle = await rollup({ ...tag, plugins: [...more, ...plugins] })
  const { output } = await bundle.generate({ format: 'iife' })
  return brotliCompressSync(output[0].code).length
}

const whole = await tagSize()
const without = await tagSize(forgetful)
const cost = whole - without
console.log(`tap: ${cost} B of the tag's ${whole} B brotlied, limit ${LIMIT_BYTES} B`)
// A tap that costs next to nothing was not taken out.
if (cost > LIMIT_BYTES || cost < 100) process.exitCode = 1
