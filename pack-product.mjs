import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files beside the compiled ones in every package. */
const DOCUMENTS = ['README.md']

/**
 * Compiles a product to its folder `build`, which can be packed and installed: the product itself runs from its sources, and a package
 * cannot. What else `build` contains, such as scripts of pages, stays.
 *
 * @param folder - The URL of the product's folder, which ends with a slash.
 * @param more - What the package's `package.json` says beside that of the product.
 */
export function packProduct(folder, more = {}) {
  const here = (path) => fileURLToPath(new URL(path, folder))
  const tsc = fileURLToPath(new URL('node_modules/typescript7/bin/tsc', import.meta.url))
  rmSync(here('build/index.js'), { force: true })
  execFileSync(process.execPath, [tsc, '-p', here('tsconfig.build.json')], { stdio: 'inherit' })
  for (const file of DOCUMENTS) cpSync(here(file), here(`build/${file}`))
  const {
    scripts: _scripts,
    devDependencies: _tools,
    private: _private,
    ...own
  } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
  const exports = { '.': { types: './index.d.ts', default: './index.js' } }
  writeFileSync(
    here('build/package.json'),
    `${JSON.stringify({ ...own, exports, ...more }, null, 2)}\n`,
  )
}
