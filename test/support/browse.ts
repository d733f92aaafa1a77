import { XMLParser } from 'fast-xml-parser'
import { startService, type TestService, type TestServiceOptions } from './service.ts'

/** Parameters of a request; a list is a parameter given several times. */
type Query = Readonly<Record<string, string | readonly string[]>>

/** The body of a reply, not yet checked. */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of each member.
export type Body = any

/** A service, and requests to its Browse and search. */
export interface BrowseService extends TestService {
  /** The body of a category request that must succeed; `pagetype` is given unless overruled. */
  category(query: Query): Promise<Body>
  /** The body of a search request that must succeed. */
  search(query: Query): Promise<Body>
  /** Any request to either path. */
  ask(kind: 'category' | 'search', query: Query, init?: RequestInit): Promise<Response>
}

/** Starts a service to browse in. */
export async function startBrowse(options: TestServiceOptions = {}): Promise<BrowseService> {
  const service = await startService(options)
  const { apiKey, siteKey } = service.keys
  const ask: BrowseService['ask'] = (kind, query, init) =>
    fetch(`${service.url}/${apiKey}/${siteKey}/${kind}?${queryString(query)}`, init)
  const bodyOf = async (reply: Response) => {
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  return {
    ...service,
    ask,
    category: async (query) => bodyOf(await ask('category', { pagetype: 'boolean', ...query })),
    search: async (query) => bodyOf(await ask('search', query)),
  }
}

/** The ids of a reply's products, in their order. */
export const idsOf = (body: Body): string[] =>
  body.response.products.map(({ uniqueId }: { uniqueId: string }) => uniqueId)

/** A flat list of a facet's values and counts, as pairs. */
export function pairs(flat: readonly (string | number)[]): [string, number][] {
  return flat.flatMap((value, place) =>
    place % 2 === 0 ? [[String(value), Number(flat[place + 1])]] : [],
  )
}

/** What a reply's XML says, in the shape of the JSON one. */
export function bodyFromXml(xml: string): Body {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
  })
  const root = parser.parse(xml).find((node: Node) => 'response' in node)
  return membersOf(root.response)
}

function queryString(query: Query): string {
  return Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map((value) => [name, value]))
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&')
}

/** An element as the parser gives it: its tag with its children, and its attributes. */
type Node = Readonly<Record<string, unknown>> & {
  readonly ':@'?: Readonly<Record<string, string>>
}

const tagOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''

const childrenOf = (node: Node) => node[tagOf(node)] as readonly Node[]

const textOf = (node: Node) =>
  childrenOf(node)
    .map((child) => child['#text'])
    .join('')

const elementsIn = (nodes: readonly Node[]) => nodes.filter((node) => tagOf(node) !== '#text')

const membersOf = (nodes: readonly Node[]): Body =>
  Object.fromEntries(elementsIn(nodes).map((node) => [node[':@']?.['@_name'], jsonOf(node)]))

function jsonOf(node: Node): unknown {
  const readers: Record<string, () => unknown> = {
    lst: () => membersOf(childrenOf(node)),
    doc: () => membersOf(childrenOf(node)),
    arr: () => elementsIn(childrenOf(node)).map(jsonOf),
    str: () => textOf(node),
    bool: () => textOf(node) === 'true',
    null: () => null,
    result: () => ({
      numberOfProducts: Number(node[':@']?.['@_numberOfProducts']),
      start: Number(node[':@']?.['@_start']),
      products: elementsIn(childrenOf(node)).map(jsonOf),
    }),
  }
  return (readers[tagOf(node)] ?? (() => Number(textOf(node))))()
}
