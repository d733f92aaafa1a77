import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { packProduct } from '../pack-product.mjs'

// Compiles the console to `build`, a package, after the service and `npm run build`, which writes the scripts of its pages: `npm pack
// ./console/build`.

const folder = new URL('.', import.meta.url)
packProduct(folder)
mkdirSync(new URL('build/pages/', folder), { recursive: true })
for (const file of readdirSync(new URL('pages/', folder)))
  if (/\.(html|css)$/.test(file))
    cpSync(new URL(`pages/${file}`, folder), new URL(`build/pages/${file}`, folder))
