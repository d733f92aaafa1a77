import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import type { ConsentState, Settings } from '../../src/module'
import type { SvcOptions } from '../playwright/kit-options.ts'

/** Changes to the tag's script element that leave the rest of the page unchanged. */
export type TagOptions = Pick<SvcOptions, 'settings' | 'consent' | 'inject'>

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
  /** The URL of the tag to inject into pages without one. */
  readonly tagUrl: string | undefined
}

/**
 * Runs in the page before any of its scripts. The observer is called before a script that has just
 * been inserted can run, so the tag finds the attributes when it starts.
 */
function inPage({ attributes, consent, tagUrl }: InPage) {
  const isTag = (node: Node): node is HTMLScriptElement =>
    node instanceof HTMLScriptElement &&
    (node.dataset.siteKey !== undefined || /\/svc(\.min)?\.js([?#]|$)/.test(node.src))

  /** A bundled application or Tag Manager calls `init` before it inserts the script, so the call waits in the queue. */
  function settingsOfCall(): object | undefined {
    const { q } = (window as { svc?: { q?: unknown } }).svc ?? {}
    const calls = Array.isArray(q) ? (q as [name: string, args: [object?]][]) : []
    return calls.find(([name]) => name === 'init')?.[1][0]
  }

  const home = window as { svcKitSettings?: object; svcKitFollowed?: true }

  /** Notes the settings of an `init` that comes after the script element. Attributes win. */
  function followInit() {
    const { svc } = window as { svc?: { init?: (given: unknown) => unknown; q?: unknown } }
    if (home.svcKitFollowed || !svc) return
    home.svcKitFollowed = true
    const note = (given: unknown) => {
      home.svcKitSettings = { ...Object(given), ...home.svcKitSettings }
    }
    const { init, q } = svc
    if (init)
      svc.init = (given) => {
        note(given)
        return init(given)
      }
    if (!Array.isArray(q)) return
    const push = q.push as (...calls: unknown[]) => number
    q.push = (...calls: unknown[]) => {
      for (const call of calls) if (Array.isArray(call) && call[0] === 'init') note(call[1]?.[0])
      return push.apply(q, calls)
    }
  }

  function prepare(script: HTMLScriptElement) {
    home.svcKitSettings = { ...settingsOfCall(), ...script.dataset }
    followInit()
    script.addEventListener('load', followInit)
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

/** The path of this package's tag, on the page's own origin. */
const FOLDER = '/svc-kit/'

/** A header that marks files from this package. */
const SERVED = 'svc-kit'

/** Whether another route responded to a request for the injected tag, because a page's routes run before those of its context. */
export const isSwallowed = (url: string, headers: Readonly<Record<string, string>>): boolean =>
  new URL(url).pathname.startsWith(FOLDER) && headers[SERVED] === undefined

/** The folder of the built tag: next to this file in the package, `dist` in the project. */
function distFolder(): URL {
  const folders = ['../', '../../dist/'].map((path) => new URL(path, import.meta.url))
  const found = folders.find((folder) => existsSync(new URL('svc.js', folder)))
  if (!found) throw new Error('dist/svc.js is missing: run `npm run build`.')
  return found
}

/** Responds to requests for the tag's files, on every origin, with those of this package: `svc.js` and the files that it loads. */
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

/** The URL of the tag that {@link serveTagFiles} serves, relative to the root of any page. */
const TAG_URL = `${FOLDER}svc.js`
