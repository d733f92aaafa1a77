import { matchesPattern } from './url-pattern.ts'

/** The permissions of a template, and which of them were used. */
export interface Permissions {
  /** The answer of `queryPermission`. */
  readonly allows: (permission: string, ...args: readonly unknown[]) => boolean
  /**
   * An API needs a permission.
   *
   * @throws Error that names the permission when the template has not declared it.
   */
  readonly use: (permission: string, ...args: readonly unknown[]) => void
  /** The smallest parts of what was declared that nobody has used so far. */
  readonly unused: () => string[]
}

/** The smallest thing that can be declared: one mode of one key, one pattern, one consent type to read. */
interface Grant {
  readonly label: string
  readonly covers: (...args: readonly unknown[]) => boolean
}

type Params = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

const rows = (params: Params, name: string) => (params[name] ?? []) as readonly Row[]
const texts = (params: Params, name: string) => (params[name] ?? []) as readonly string[]

/** One grant for each mode that is ticked in a row. The editor writes the others too, as false. */
function modesOf(row: Row, name: string, modes: readonly string[]): Grant[] {
  for (const mode of modes) {
    if (typeof row[mode] !== 'boolean') throw new Error(`a permission of ${name} lacks ${mode}`)
  }
  return modes
    .filter((mode) => row[mode])
    .map((mode) => ({
      label: `${mode} ${name}`,
      covers: (wantedMode, wantedName) => wantedMode === mode && wantedName === name,
    }))
}

const urls = (params: Params): Grant[] =>
  texts(params, 'urls').map((pattern) => ({
    label: pattern,
    covers: (url) => matchesPattern(pattern, String(url)),
  }))

function logging({ environments }: Params): Grant[] {
  if (environments !== 'debug' && environments !== 'all')
    throw new Error('logging is for the environments debug or all')
  return [{ label: 'use', covers: () => true }]
}

/** How the parameters of each permission are read. */
const grantsOf: Readonly<Record<string, (params: Params) => Grant[]>> = {
  access_globals: (params) =>
    rows(params, 'keys').flatMap((row) =>
      modesOf(row, String(row.key), ['read', 'write', 'execute']),
    ),
  access_consent: (params) =>
    rows(params, 'consentTypes').flatMap((row) =>
      modesOf(row, String(row.consentType), ['read', 'write']),
    ),
  inject_script: urls,
  logging,
}

/**
 * Reads `___WEB_PERMISSIONS___`.
 *
 * @throws Error for a permission that does not exist.
 */
export function readPermissions(section: readonly unknown[]): Permissions {
  const grants = new Map<string, Grant[]>()
  for (const { publicId, params } of section.map(declarationOf)) {
    const read = grantsOf[publicId]
    if (!read) throw new Error(`there is no permission "${publicId}"`)
    grants.set(publicId, [...(grants.get(publicId) ?? []), ...read(params)])
  }
  const used = new Set<Grant>()

  /** The grants that together cover a need; `undefined` when it is not covered. */
  function grantsFor(permission: string, args: readonly unknown[]): Grant[] | undefined {
    const [mode, ...others] = args
    const needs = mode === 'readwrite' ? ['read', 'write'].map((part) => [part, ...others]) : [args]
    const found = needs.map((need) =>
      grants.get(permission)?.find((grant) => grant.covers(...need)),
    )
    return found.every((grant) => grant !== undefined) ? found : undefined
  }

  return {
    allows: (permission, ...args) => grantsFor(permission, args) !== undefined,
    use(permission, ...args) {
      const found = grantsFor(permission, args)
      if (!found) throw new Error(`no permission: ${[permission, ...args].map(shown).join(' ')}`)
      for (const grant of found) used.add(grant)
    },
    unused: () =>
      [...grants].flatMap(([permission, list]) =>
        list.filter((grant) => !used.has(grant)).map(({ label }) => `${permission} ${label}`),
      ),
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

interface Declaration {
  readonly publicId: string
  readonly params: Params
}

function declarationOf(entry: unknown): Declaration {
  const { key, param = [] } = (entry as { instance: Instance }).instance
  return {
    publicId: key.publicId,
    params: Object.fromEntries(param.map(({ key: name, value }) => [name, decoded(value)])),
  }
}

interface Instance {
  readonly key: { readonly publicId: string }
  readonly param?: readonly { readonly key: string; readonly value: Encoded }[]
}

/** The editor's own way to write values: 1 is a text, 2 a list, 3 a map, 8 a boolean. */
interface Encoded {
  readonly type: number
  readonly string?: string
  readonly boolean?: boolean
  readonly listItem?: readonly Encoded[]
  readonly mapKey?: readonly Encoded[]
  readonly mapValue?: readonly Encoded[]
}

const decoders: Readonly<Record<number, (value: Encoded) => unknown>> = {
  1: ({ string = '' }) => string,
  2: ({ listItem = [] }) => listItem.map(decoded),
  3: ({ mapKey = [], mapValue = [] }) =>
    Object.fromEntries(
      mapKey.map((key, index) => [decoded(key), decoded(mapValue[index] as Encoded)]),
    ),
  8: ({ boolean = false }) => boolean,
}

function decoded(value: Encoded): unknown {
  const decode = decoders[value.type]
  if (!decode) throw new Error(`a permission holds a value of unknown type ${value.type}`)
  return decode(value)
}
