import type { Run } from '../../api/stub'
import { now } from '../../browser/clock'
import { attempt } from '../../browser/guard'
import { loadPart } from '../../browser/load-part'
import { settings } from '../../settings/read-settings'
import { track } from '../../track/track-call'
import type { AgentTool } from './tool-acts'
import { endRun, runTool, startRun } from './tool-runs'

type Fields = Readonly<Record<string, unknown>>

/** Kept small, because every word costs the user of a language model. */
const MAX_PRODUCTS = 10
const MAX_CHARACTERS = 500

const TEXT = { type: 'string' }

const call = async (name: string, ...args: readonly unknown[]) =>
  ((await loadPart('calls')) as () => Run)()(name, args, now()) as Fields

/** An absolute `http` or `https` link; `undefined` for any other scheme. */
function linkOf(url: unknown): string | undefined {
  const link = url ? attempt(() => new URL(String(url), location.href)) : undefined
  return link && /^http/.test(link.protocol) ? link.href : undefined
}

const shorten = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : undefined

/** A product as an agent gets it: only what it needs to choose, and the link. Members that are `undefined` do not reach the agent. */
const productOf = ({ uniqueId, productId, title, price, productUrl }: Fields) => ({
  id: uniqueId ?? productId,
  title: shorten(title),
  price: shorten(price) ?? Number(price),
  url: linkOf(productUrl),
})

const productsOf = ({ products }: Fields) =>
  (products as readonly Fields[]).slice(0, MAX_PRODUCTS).map(productOf)

const list = async (kind: 'browse' | 'search', query: object) => {
  const reply = await call(kind, { rows: MAX_PRODUCTS, ...query }, { context: false })
  return { products: productsOf(reply), total: reply.total }
}

/** A read-only tool. It returns catalogue texts, which a model must not treat as instructions. A call that fails rejects. */
const createTool = (
  [name, description, input, schema = TEXT]: readonly [string, string, string, object?],
  execute: (value: never) => Promise<unknown>,
): AgentTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { [input]: schema }, required: [input] },
  annotations: { readOnlyHint: true, untrustedContentHint: true },
  async execute(given) {
    const value = Object(given)[input]
    const run = startRun()
    try {
      if (!value?.length) throw new TypeError(`${input} is missing`)
      return await execute(value as never)
    } finally {
      endRun(run)
    }
  },
})

/** The tools whose service the settings name. */
export const shopTools = (): readonly AgentTool[] => [
  ...(settings.apiKey && settings.browseUrl !== undefined
    ? [
        createTool(
          ['search_products', 'Search the products of this shop', 'query'],
          (query: string) => {
            // A search counts when it is requested, as it does in the shop's search box.
            runTool(() => track('search', { query }))
            return list('search', { query })
          },
        ),
        createTool(
          [
            'browse_category',
            'List the products of a category of this shop',
            'path',
            {
              type: 'array',
              items: TEXT,
              description: 'Category names from the top, e.g. ["Men", "Shoes"]',
            },
          ],
          (path: readonly string[]) => list('browse', { page: { path } }),
        ),
        createTool(
          ['get_product', 'Get a product of this shop by its id', 'id'],
          async (id: string) => {
            const query = { query: id, filter: { uniqueId: id }, rows: 1 }
            const { products } = await call('search', query, { context: false })
            const [product] = products as readonly Fields[]
            if (product?.uniqueId !== id) throw new TypeError(`there is no product ${id}`)
            runTool(() => track('click', { pid: id }))
            return { ...productOf(product), description: shorten(product.description) }
          },
        ),
      ]
    : []),
  ...(settings.agentUrl
    ? [
        createTool(
          [
            'ask_shopping_agent',
            'Ask the assistant of this shop for products, in words',
            'message',
          ],
          async (message: string) => {
            const reply = await call('agent.ask', message)
            return { message: reply.message, products: productsOf(reply) }
          },
        ),
      ]
    : []),
]
