import { readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { createDraw } from '../../../service/sample/random.ts'

/** A page that harms what the tag needs, by accident or not. */
export interface HostilePage {
  /** Its harm in words, for the report. */
  readonly what: string
  /** Runs before everything else of the page. */
  readonly script?: string
  /** Stands before the list. */
  readonly html?: string
}

/** All that the built first file names: identifiers, members and texts that could be one. */
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

/** The names that a browser has, of some. */
export interface Known {
  readonly document: readonly string[]
  readonly window: readonly string[]
  readonly form: readonly string[]
  /** Functions of `window`, and `Constructor.prototype` or objects with their methods: `Set.prototype.has`, `JSON.parse`. */
  readonly methods: readonly string[]
}

/** Elements whose names shadow members of the document, of the window and of a form, one by one. */
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

/** Runs in the page: harms a method, or the getter of a property. */
const harm = (path: string, what: (typeof HARMS)[number]) => `
  var path = '${path}'.split('.'), name = path.pop()
  var owner = path.reduce(function (value, part) { return value[part] }, window)
  var given = Object.getOwnPropertyDescriptor(owner, name) || {}
  var broken = ${{ 'is missing': 'undefined', throws: `function () { throw new Error('broken') }`, 'returns nothing': 'function () {}' }[what]}
  Object.defineProperty(owner, name, given.get && broken ? { get: broken, configurable: true } : { value: broken, writable: true, configurable: true })`

/** Built-ins that are missing, throw or return nothing, one by one. */
export const brokenPages = (known: Known): readonly HostilePage[] =>
  known.methods.flatMap((path) =>
    HARMS.map((what) => ({ what: `${path} ${what}`, script: harm(path, what) })),
  )

const MEMBERS: readonly string[] = [`'text'`, 'true', 'function () {}', `{ get: function () {} }`]

const polluted = (name: string, value: string | undefined): HostilePage => ({
  what: `Object.prototype.${name} = ${value}`,
  script: `Object.defineProperty(Object.prototype, '${name}', { value: ${value}, writable: true, configurable: true, enumerable: true })`,
})

/** Members that a page puts on `Object.prototype`: each name with every kind of member. */
export const pollutedPages = (names: readonly string[]): readonly HostilePage[] =>
  names.flatMap((name) => MEMBERS.map((value) => polluted(name, value)))

/** How many pages are drawn, and the seed that draws them. */
interface Draw {
  readonly count: number
  readonly seed: number
}

/** Some of the pages, each once; all of them if there are no more than `count`. */
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
