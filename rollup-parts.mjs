import { resolve } from 'node:path'

const FIRST = 'svc.js'
const isFirst = ({ name }) => name === 'svc'
const others = (files) => JSON.stringify(files.filter((file) => file !== FIRST))

/** Makes Chromium compile all of the file while it loads: https://github.com/WICG/explicit-javascript-compile-hints-file-based */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad'

const SVC_PART = `Reflect.get(Document.prototype, 'currentScript', document).svcPart`

/**
 * Divides the tag into `svc.js` and its parts, for `src/browser/load-part.ts`. Rollup makes CommonJS modules of them; this plugin decides
 * which file a module is in, and makes each file a script.
 *
 * - A module is in the first file that uses it, in the order of Rollup's `input`. A later part imports from an earlier one, and all of them
 *   from `svc.js`.
 * - `svc.js` is a function that runs at once; on a page without `Set` it causes one warning and no error. It has the names of the other
 *   files, which end with a hash of their content.
 * - A part is a function on its own script element, beside its build and the files that it imports.
 *
 * @param build - Identifies the build, because a part works only with the `svc.js` that it was built with.
 */
export function partScripts(build) {
  const fileOf = new Map()
  let entries = []
  return {
    name: 'part-scripts',
    buildStart({ input }) {
      entries = Object.entries(input)
    },
    buildEnd() {
      const add = (file, module) => {
        if (fileOf.has(module)) return
        fileOf.set(module, file)
        for (const id of this.getModuleInfo(module)?.importedIds ?? []) add(file, id)
      }
      for (const [file, entry] of entries) add(file, resolve(entry))
    },
    outputOptions: (options) => ({
      ...options,
      format: 'cjs',
      exports: 'named',
      esModule: false,
      minifyInternalExports: true,
      entryFileNames: (chunk) => (isFirst(chunk) ? FIRST : '[name].[hash:8].js'),
      hashCharacters: 'hex',
      manualChunks: (id) => fileOf.get(id),
      banner: (chunk) =>
        isFirst(chunk)
          ? `${COMPILE_AHEAD}\ntry { ((exports) => {`
          : `${SVC_PART} = ['${build}', ${others(chunk.imports)}, (exports, require) => {`,
      footer: (chunk) =>
        isFirst(chunk)
          ? `})({}) } catch (error) { console.warn('svc-tag: an internal error; please report it', error) }`
          : '}]',
    }),
    renderChunk: (code, chunk, _options, { chunks }) =>
      isFirst(chunk)
        ? { code: code.replace('__PARTS__', () => others(Object.keys(chunks))), map: null }
        : null,
  }
}
