import { readFileSync } from 'node:fs'
import { parse as parseYaml } from 'yaml'

/** The Tag Manager template, its sections read. */
export interface Template {
  /** Texts that the gallery and the editor show. */
  readonly info: Readonly<Record<string, unknown>>
  readonly fields: readonly Field[]
  /** Sandboxed JavaScript: the body of `function (data)`. */
  readonly code: string
  /** As written by the editor. */
  readonly permissions: readonly unknown[]
  readonly tests: {
    /** Runs before each scenario, in its scope. */
    readonly setup: string
    readonly scenarios: readonly { readonly name: string; readonly code: string }[]
  }
}

/** A field of the form that a tag's author fills in, or a group of fields. */
export interface Field {
  readonly type: string
  readonly name: string
  readonly defaultValue?: unknown
  readonly subParams?: readonly Field[]
  readonly selectItems?: readonly { readonly value: unknown }[]
  readonly valueValidators?: readonly { readonly type: string; readonly args?: readonly string[] }[]
}

/** Reads `src/gtm/template.tpl`, whose sections are each opened by a line `___NAME___`. */
export function readTemplate(): Template {
  const text = readFileSync(`${import.meta.dirname}/../../../src/gtm/template.tpl`, 'utf8')
  const [, ...parts] = text.split(/^___([A-Z_]+)___[ \t]*$/m)
  const section = (name: string) => parts[parts.indexOf(name) + 1] ?? ''
  return {
    info: JSON.parse(section('INFO')),
    fields: JSON.parse(section('TEMPLATE_PARAMETERS')),
    code: section('SANDBOXED_JS_FOR_WEB_TEMPLATE'),
    permissions: JSON.parse(section('WEB_PERMISSIONS')),
    tests: parseYaml(section('TESTS')),
  }
}

/** A function of the sandbox; its arguments are whatever the template gives. */
// biome-ignore lint/suspicious/noExplicitAny: templates are not typed, and each API reads its own arguments.
export type Api = (...args: any[]) => unknown

/** The results of `require`: a function, or an object of functions. */
export type Apis = Readonly<Record<string, Api | Readonly<Record<string, Api>>>>

/**
 * The APIs that the template requires, on a page's own window. Consent that was never set counts as granted. Uses nothing from outside its body,
 * so that a test can write it into a page.
 */
export function createApis(
  window: Record<string, unknown>,
  injectScript: (url: string, onLoad: Api, onError: Api) => void,
): Apis {
  type Holder = Record<string, unknown> | undefined
  const placeOf = (path: string) => {
    const names = path.split('.')
    const name = names.pop() ?? ''
    const holder = names.reduce<unknown>((at, part) => (at as Holder)?.[part], window)
    return { holder: Object(holder) === holder ? (holder as Holder) : undefined, name }
  }
  const set = (path: string, value: unknown, isForced?: boolean) => {
    const { holder, name } = placeOf(path)
    if (!holder || (!isForced && holder[name] !== undefined)) return false
    holder[name] = value
    return true
  }
  const call = (path: string, ...args: readonly unknown[]) => {
    const { holder, name } = placeOf(path)
    const target = holder?.[name]
    return typeof target === 'function' ? target.apply(holder, args) : undefined
  }
  return {
    injectScript,
    callInWindow: call,
    setInWindow: set,
    copyFromWindow(path) {
      const { holder, name } = placeOf(path)
      return holder?.[name]
    },
    createQueue(path) {
      set(path, [])
      return (item: unknown) => call(`${path}.push`, item)
    },
    queryPermission: () => true,
    isConsentGranted: () => true,
    addConsentListener: () => undefined,
    logToConsole: () => undefined,
    getTimestampMillis: () => Date.now(),
    // Lists and `null` are types of their own.
    getType(value) {
      if (value === null) return 'null'
      return Array.isArray(value) ? 'array' : typeof value
    },
    makeNumber: Number,
    JSON: {
      // Bad input is no exception in the sandbox.
      parse(text) {
        try {
          return JSON.parse(text)
        } catch {
          return undefined
        }
      },
    },
    Object: { keys: Object.keys },
  }
}

/** Runs a function's body. Only what is named here is in its reach, if it keeps to the language: see `languageProblems`. */
export function evaluate(code: string, names: Readonly<Record<string, unknown>>): unknown {
  const body = new Function(...Object.keys(names), `'use strict';${code}`)
  return body(...Object.values(names))
}
