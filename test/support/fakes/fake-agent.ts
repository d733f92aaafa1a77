import type { BrowserContext, Page } from '@playwright/test'

/** A message that the agent received, with its conversation and the visitor. */
export interface Asked {
  readonly conversation: string
  readonly uid: string | null
  readonly message: string
  readonly filters?: unknown
  readonly metadata?: unknown
}

/** A Shopping Agent in place of the service's, which a test can make fail. */
export interface FakeAgent {
  readonly asked: Asked[]
  /** Its next responses. */
  answer: { status: number; message?: string }
  /** The conversations that it knows: `c1`, `c2` and so on. To others it responds with 404. */
  readonly known: string[]
}

const jacket = (id: string) => ({
  productId: id,
  title: `Jacket ${id}`,
  imageUrl: '/pictures/jacket-navy-0.svg',
  productUrl: `/p/${id}`,
  price: 120.5,
})

/** Answers each message with two products and a filter. Call it before the page is opened. */
export async function fakeAgent(where: Page | BrowserContext): Promise<FakeAgent> {
  const agent: FakeAgent = { asked: [], answer: { status: 200 }, known: [] }
  await where.route(/\/v1\/sites\/demo-site\/conversation\?/, (route) => {
    const conversation_id = `c${agent.known.length + 1}`
    agent.known.push(conversation_id)
    return route.fulfill({ json: { conversation_id } })
  })
  await where.route(/\/v1\/sites\/demo-site\/conversation\/[^/]+\/chat\?/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const conversation = pathname.split('/').at(-2) ?? ''
    if (!agent.known.includes(conversation)) return route.fulfill({ status: 404, json: {} })
    const uid = searchParams.get('uid')
    agent.asked.push({ ...route.request().postDataJSON(), conversation, uid })
    const { status, message = 'These keep the wind out.' } = agent.answer
    const filters = [{ field: 'color', options: ['Navy', 'Forest'] }]
    const products = ['P6', 'P21'].map(jacket)
    return route.fulfill({ status, json: { message, products, filters } })
  })
  return agent
}
