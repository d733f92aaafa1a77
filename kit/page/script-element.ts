import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import type { ConsentState, Settings } from '../../src/module'

/** Changes to the tag's script element that leave the page as it is. */
export interface TagOptions {
  /** Settings that win over those of the page. */
  readonly settings?: Partial<Settings>
  /** The shopper's answer, given as soon as the tag has loaded; whatever the page does when absent. */
  readonly consent?: ConsentState | undefined
  /** Puts the tag of this package into pages that have none. */
  readonly inject?: boolean
}

const attributesOf = (settings: Partial<Settings>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

interface InPage {
  readonly attributes: Readonly<Record<string, string>>
  readonly consent: string | undefined
  /** Address of a tag to put into the page where it has none. */
  readonly tagUrl: string | undefined
}

/**
 * Runs in the page before any of its scripts. An observer is called before a script that was just inserted can run, so the tag
 * finds the attributes when it starts.
 */
function inPage({ attributes, consent, tagUrl }: InPage) {
  const isTag = (node: Node): node is HTMLScriptElement =>
    node instanceof HTMLScriptElement &&
    (node.dataset.siteKey !== undefined || /\/svc(\.min)?\.js([?#]|$)/.test(node.src))

  /** A bundled application or Tag Manager calls `init` before it inserts the script: the call waits in the queue. */
  function settingsOfCall(): object | undefined {
    const { q } = (window as { svc?: { q?: unknown } }).svc ?? {}
    const calls = Array.isArray(q) ? (q as [name: string, args: [object?]][]) : []
    return calls.find(([name]) => name === 'init')?.[1][0]
  }

  function prepare(script: HTMLScriptElement) {
    const home = window as { svcKitSettings?: object }
    home.svcKitSettings = { ...settingsOfCall(), ...script.dataset }
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    if (consent) script.addEventListener('load', () => window.svc.consent(consent as ConsentState))
  }

  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) [...addedNodes].filter(isTag).forEach(prepare)
  })
  observer.observe(document, { childList: true, subtree: true })

  document.addEventListener('DOMContentLoaded', () => {
    if (!tagUrl || [...document.scripts].some(isTag)) return
    const script = document.createElement('script')
    script.src = tagUrl
    document.head.append(script)
  })
}

/** Applies the options to every page of a context, from the next navigation on. */
export async function prepareTag(context: BrowserContext, options: TagOptions): Promise<void> {
  const { settings = {}, consent, inject = false } = options
  if (inject) await serveTagFiles(context)
  await context.addInitScript(inPage, {
    attributes: attributesOf({ ...settings, ...(consent && { consent }) }),
    consent,
    tagUrl: inject ? TAG_URL : undefined,
  })
}

/** Path under which a page gets the tag of this package, on the page's own origin. */
const FOLDER = '/svc-kit/'

/** Header that marks files from this package. */
const SERVED = 'svc-kit'

/** Whether another route answered a file of the injected tag: a page's routes come before those of its context. */
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
async function serveTagFiles(context: BrowserContext): Promise<void> {
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
const TAG_URL = `${FOLDER}svc.js`
