import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { UsageError } from './audit-options.ts'

/** Checks whether a shop's catalogue or its Browse service has an id or a page value. */
export interface Known {
  readonly product: (pid: string) => Promise<boolean>
  readonly page: (value: string) => Promise<boolean>
}

type Row = Readonly<Record<string, unknown>>

const idsOf = (row: Row): readonly string[] => {
  const variants = Array.isArray(row.variants) ? (row.variants as readonly Row[]) : []
  return [row.uniqueId, ...variants.map(({ uniqueId }) => uniqueId)].flatMap((id) =>
    typeof id === 'string' ? [id] : [],
  )
}

function rowsOf(text: string): readonly Row[] {
  const start = text.trimStart()
  if (start.startsWith('[')) return JSON.parse(text) as Row[]
  if (start.startsWith('{'))
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row)
  return parse(text, { columns: true, bom: true, skip_empty_lines: true }) as Row[]
}

/**
 * The ids in a product feed: a JSON array, NDJSON or CSV with `uniqueId`.
 *
 * @throws UsageError that names the file and the problem.
 */
async function readCatalog(file: string): Promise<ReadonlySet<string>> {
  try {
    const ids = rowsOf(await readFile(file, 'utf8')).flatMap(idsOf)
    if (ids.length === 0) throw new Error('no uniqueId in it')
    return new Set(ids)
  } catch (fault) {
    throw new UsageError(`--catalog ${file}: ${(fault as Error).message}`)
  }
}

const TIME_LIMIT_MS = 10_000

/** Whether Browse has a product for a page value. A response that cannot be read counts as yes. */
async function hasProducts(browse: string, page: string): Promise<boolean> {
  const query = new URLSearchParams({ p: page, pagetype: 'boolean', rows: '0', analytics: 'false' })
  try {
    const reply = await fetch(`${browse.replace(/\/$/, '')}/category?${query}`, {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    const { response } = (await reply.json()) as { response?: { numberOfProducts?: number } }
    return reply.status === 404 ? false : response?.numberOfProducts !== 0
  } catch {
    return true
  }
}

const quoted = (text: string) => text.replace(/["\\]/g, '\\$&')

/** Creates the checks; `undefined` if there is neither a catalogue nor a Browse service. Each check is made only once. */
export async function openKnown(
  catalog: string | undefined,
  browse: string | undefined,
): Promise<Known | undefined> {
  if (catalog === undefined && browse === undefined) return undefined
  const ids = catalog === undefined ? undefined : await readCatalog(catalog)
  const answers = new Map<string, Promise<boolean>>()
  const ask = (page: string) => {
    if (browse === undefined) return Promise.resolve(true)
    const answer = answers.get(page) ?? hasProducts(browse, page)
    answers.set(page, answer)
    return answer
  }
  return {
    // A feed is complete, so there is no need to ask Browse too.
    product: (pid) => (ids ? Promise.resolve(ids.has(pid)) : ask(`uniqueId:"${quoted(pid)}"`)),
    page: ask,
  }
}
