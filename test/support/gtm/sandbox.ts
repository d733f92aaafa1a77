import type { Api, Apis } from './apis/api.ts'
import { otherApis } from './apis/others.ts'
import { globalApis } from './apis/page-globals.ts'
import { demands } from './demands.ts'
import type { GtmPage } from './gtm-page.ts'
import type { Permissions } from './permissions.ts'

/** Where a template's code runs: what it can `require`, and what a test may put in its place. */
export interface Sandbox {
  /** The API, or its mock of this moment. @throws Error when there is no such API. */
  readonly require: (name: string) => unknown
  /** Puts a value (given back by every call) or a function in the place of an API. */
  readonly mock: (name: string, replacement: unknown) => void
  /** The arguments of every call of an API so far; a member of an object is `localStorage.getItem`. */
  readonly callsOf: (name: string) => readonly (readonly unknown[])[]
  /** A function whose calls are found under a name. */
  readonly watched: (name: string, task: Api) => Api
}

export interface SandboxDeps {
  readonly page: GtmPage
  readonly permissions: Permissions
}

/** All APIs over one page. */
const createApis = (page: GtmPage): Apis => ({
  ...globalApis(page.window),
  ...otherApis(page),
})

/** Starts with no mocks and no calls. */
export function createSandbox({ page, permissions }: SandboxDeps): Sandbox {
  const mocks = new Map<string, unknown>()
  const calls = new Map<string, unknown[][]>()
  const apis: Apis = {
    ...createApis(page),
    queryPermission: (permission, ...args) => permissions.allows(permission, ...args),
  }

  const watched = (name: string, task: Api): Api => {
    return (...args) => {
      calls.set(name, [...(calls.get(name) ?? []), args])
      return task(...args)
    }
  }

  /** Checked when called, not when required: the arguments decide. */
  const permitted = (name: string, task: Api): Api =>
    watched(name, (...args) => {
      const demand = demands[name]?.(...args)
      if (demand) permissions.use(...demand)
      return task(...args)
    })

  function replaced(name: string, replacement: unknown): Api {
    const task = typeof replacement === 'function' ? (replacement as Api) : () => replacement
    // Tag Manager does not ask for permissions of mocked APIs.
    return permitted(name, task)
  }

  return {
    require(name) {
      const real = apis[name]
      if (!real) throw new Error(`there is no API "${name}"`)
      if (typeof real === 'function')
        return mocks.has(name) ? replaced(name, mocks.get(name)) : permitted(name, real)

      const mocked = (mocks.get(name) ?? {}) as Readonly<Record<string, unknown>>
      const members = Object.entries(real).map(([member, task]) => {
        const path = `${name}.${member}`
        return [member, member in mocked ? replaced(path, mocked[member]) : permitted(path, task)]
      })
      return Object.fromEntries(members)
    },
    mock(name, replacement) {
      if (!apis[name]) throw new Error(`there is no API "${name}" to mock`)
      mocks.set(name, replacement)
    },
    callsOf: (name) => calls.get(name) ?? [],
    watched,
  }
}
