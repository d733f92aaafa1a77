import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'

/** Path under which a page gets the tag of this package, on the page's own origin. */
const FOLDER = '/svc-kit/'

/** A header of the files that come from this package. */
const SERVED = 'svc-kit'

/** Whether a file of the injected tag was answered by somebody else: a route of a page comes before those of its context. */
export const isSwallowed = (url: string, headers: Readonly<Record<string, string>>): boolean =>
  new URL(url).pathname.startsWith(FOLDER) && headers[SERVED] === undefined

/** The folder of the built tag: beside this file in the package, `dist` in the project. */
function distFolder(): URL {
  const folders = ['../', '../../dist/'].map((path) => new URL(path, import.meta.url))
  const found = folders.find((folder) => existsSync(new URL('svc.js', folder)))
  if (!found) throw new Error('dist/svc.js is missing: run `npm run build`.')
  return found
}

/** Answers requests for the tag's files, on every origin, from this package: `svc.js` and whatever it fetches beside it. */
export async function serveTagFiles(context: BrowserContext): Promise<void> {
  const folder = distFolder()
  await context.route(
    ({ pathname }) => pathname.startsWith(FOLDER),
    async (route) => {
      const name = new URL(route.request().url()).pathname.slice(FOLDER.length)
      const file = new URL(name, folder)
      const isOurs = /^svc[\w.-]*\.js$/.test(name) && existsSync(fileURLToPath(file))
      if (!isOurs) return route.fulfill({ status: 404 })
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { [SERVED]: '1' },
        body: await readFile(file, 'utf8'),
      })
    },
  )
}

/** Address of the tag that {@link serveTagFiles} answers for, from the root of any page. */
export const TAG_URL = `${FOLDER}svc.js`
