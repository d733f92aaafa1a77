import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Compiles the service to `build`, with the pages of the console and the tag that it can serve. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const tsc = here('../node_modules/typescript7/bin/tsc')

rmSync(here('build'), { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', here('tsconfig.build.json')], { stdio: 'inherit' })

mkdirSync(here('build/console/pages'), { recursive: true })
for (const file of readdirSync(here('console/pages'))) {
  if (/\.(html|css)$/.test(file))
    cpSync(here(`console/pages/${file}`), here(`build/console/pages/${file}`))
}
if (existsSync(here('../dist/console')))
  cpSync(here('../dist/console'), here('build/web/console'), { recursive: true })
else console.warn('dist/console is missing: run npm run build first, or the pages have no scripts.')
