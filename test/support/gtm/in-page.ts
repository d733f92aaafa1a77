import type { Api } from './apis/api.ts'
import { evaluate } from './evaluate.ts'
import type { GtmPage } from './gtm-page.ts'
import { readPermissions } from './permissions.ts'
import { createSandbox } from './sandbox.ts'

/*
 * Tag Manager, for a real page: `fireTag(data)` runs the template with the values of its fields. All tags of a page share one sandbox,
 * as in a container; nothing is mocked, and a missing permission is an error.
 */

declare const TEMPLATE: { readonly code: string; readonly permissions: readonly unknown[] }

const page: GtmPage = {
  window: window as unknown as Record<string, unknown>,
  load(url, onLoad, onError) {
    const element = document.createElement('script')
    element.addEventListener('load', () => onLoad())
    element.addEventListener('error', () => onError())
    element.src = url
    document.head.append(element)
  },
  log: () => undefined,
}

const { require } = createSandbox({
  page,
  permissions: readPermissions(TEMPLATE.permissions),
})

const ignore: Api = () => undefined

Object.assign(window, {
  fireTag: (data: object) =>
    evaluate(TEMPLATE.code, {
      require,
      data: { gtmOnSuccess: ignore, gtmOnFailure: ignore, ...data },
    }),
})
