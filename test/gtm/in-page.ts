import type { Api } from './apis/api.ts'
import { evaluate } from './evaluate.ts'
import { readPermissions } from './permissions.ts'
import { realPage } from './real-page.ts'
import { createSandbox } from './sandbox.ts'

/*
 * Tag Manager, for a real page: `fireTag(data)` runs the template with the values of its fields. All tags of a page share one sandbox,
 * as in a container; nothing is mocked, and a missing permission is an error.
 */

declare const TEMPLATE: { readonly code: string; readonly permissions: readonly unknown[] }

const { require } = createSandbox({
  page: realPage(),
  permissions: readPermissions(TEMPLATE.permissions),
  isStrict: true,
})

const ignore: Api = () => undefined

Object.assign(window, {
  fireTag: (data: object) =>
    evaluate(TEMPLATE.code, {
      require,
      data: { gtmOnSuccess: ignore, gtmOnFailure: ignore, ...data },
    }),
})
