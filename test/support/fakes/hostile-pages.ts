import { readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { createDraw } from 'svc-tag-service'

/** A page that breaks something that the tag needs, deliberately or not. */
export interface HostilePage {
  /** A description of what it breaks, for the report. */
  readonly what: string
  /** Runs before all other scripts of the page. */
  readonly script?: string
  /** HTML in front of the list. */
  readonly html?: string
}

/** All names in the first built file: identifiers, members and strings that could be names. */
export function builtNames(): readonly string[] {
  const names = new Set<string>()
  const code = readFileSync(new URL('../../../dist/svc.js', import.meta.url), 'utf8')
  collect(parse(code, { ecmaVersion: 'latest' }), names)
  return [...names].sort()
}

function collect(node: unknown, names: Set<string>) {
  if (typeof node !== 'object' || node === null) return
  const { type, name, value } = node as { type?: string; name?: unknown; value?: unknown }
  const text = type === 'Identifier' ? name : type === 'Literal' && value
  if (typeof text === 'string' && /^[a-z_]\w{2,}$/i.test(text)) names.add(text)
  for (const child of Object.values(node)) collect(child, names)
}

/** Those of the given names that a browser has. */
export interface Known {
  readonly document: readonly string[]
  readonly window: readonly string[]
  readonly form: readonly string[]
  /** Functions of `window`, and `Constructor.prototype` or objects with their methods: `Set.prototype.has`, `JSON.parse`. */
  readonly methods: readonly string[]
}

/** Pages with elements that hide members of the document, the window and a form, one member per page. */
export const clobberedPages = (known: Known, names: readonly string[]): readonly HostilePage[] => [
  ...known.document.flatMap((name) => [
    { what: `<img name=${name}>`, html: `<img name="${name}" alt="">` },
    { what: `<form name=${name}>`, html: `<form name="${name}"></form>` },
  ]),
  ...names.map((name) => ({ what: `<a id=${name}>`, html: `<a id="${name}"></a>` })),
  ...known.form.map((name) => ({
    what: `<form><input name=${name}>`,
    html: `<form><input name="${name}"><input type="hidden" id="${name}">`,
  })),
]

const HARMS = ['is missing', 'throws', 'returns nothing'] as const

/** Runs in the page: breaks a method, or the getter of a property. */
const harm = (path: string, what: (typeof HARMS)[number]) => `
  var path = '${path}'.split('.'), name = path.pop()
  var owner = path.reduce(function (value, part) { return value[part] }, window)
  var given = Object.getOwnPropertyDescriptor(owner, name) || {}
  var broken = ${{ 'is missing': 'undefined', throws: `function () { throw new Error('broken') }`, 'returns nothing': 'function () {}' }[what]}
  Object.defineProperty(owner, name, given.get && broken ? { get: broken, configurable: true } : { value: broken, writable: true, configurable: true })`

/** Pages on which a built-in function is missing, throws or returns nothing, one function per page. */
export const brokenPages = (known: Known): readonly HostilePage[] =>
  known.methods.flatMap((path) =>
    HARMS.map((what) => ({ what: `${path} ${what}`, script: harm(path, what) })),
  )

const MEMBERS: readonly string[] = [`'text'`, 'true', 'function () {}', `{ get: function () {} }`]

const polluted = (name: string, value: string | undefined): HostilePage => ({
  what: `Object.prototype.${name} = ${value}`,
  script: `Object.defineProperty(Object.prototype, '${name}', { value: ${value}, writable: true, configurable: true, enumerable: true })`,
})

/** Pages that add a member to `Object.prototype`: each name with every kind of member. */
export const pollutedPages = (names: readonly string[]): readonly HostilePage[] =>
  names.flatMap((name) => MEMBERS.map((value) => polluted(name, value)))

/** How many pages to draw, and the seed for drawing them. */
interface Draw {
  readonly count: number
  readonly seed: number
}

/** A sample of the pages, without repetition; all of them if there are no more than `count`. */
export function samplePages(
  pages: readonly HostilePage[],
  { count, seed }: Draw,
): readonly HostilePage[] {
  if (pages.length <= count) return pages
  const { oneOf } = createDraw(seed, 0)
  const sample = new Set<HostilePage>()
  while (sample.size < count) sample.add(oneOf(pages))
  return [...sample]
}
