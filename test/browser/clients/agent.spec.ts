import type { BrowserContext, Page } from '@playwright/test'
import { bodyOf, exposeBodies } from '../../support/fakes/request-bodies.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/** The members of `window.svc` that these tests use; their types are checked elsewhere. */
declare const svc: {
  readonly agent: {
    ask(message: string, options?: object): Promise<{ message: string; conversationId: string }>
    readonly conversationId: string | undefined
  }
}

/** One message that the agent received. */
interface Said {
  readonly conversation: string
  readonly uid: string | null
  readonly body: {
    readonly message: string
    readonly metadata?: unknown
    readonly filters?: unknown
  }
}

/** An agent that follows the contract: it numbers its conversations, echoes messages, and responds with 404 to unknown conversations. */
async function openAgent(context: BrowserContext) {
  const known = new Set<string>()
  const said: Said[] = []
  let begun = 0
  await exposeBodies(context)
  await context.route('**/v1/sites/demo-site/conversation?**', (route) => {
    begun++
    known.add(`c${begun}`)
    return route.fulfill({ json: { conversation_id: `c${begun}` } })
  })
  await context.route('**/v1/sites/demo-site/conversation/*/chat?**', (route) => {
    const url = new URL(route.request().url())
    const conversation = url.pathname.split('/').at(-2) ?? ''
    if (!known.has(conversation)) return route.fulfill({ status: 404, json: {} })

    const body = bodyOf(route)
    said.push({ conversation, uid: url.searchParams.get('uid'), body })
    return route.fulfill({ json: { message: `You said ${body.message}`, products: [] } })
  })
  return { said, begun: () => begun }
}

async function open(page: Page, shop: Shop, path = '/') {
  shop.page(
    path,
    `<!doctype html><title>Shop</title>${shop.tag({ 'data-record-bots': 'true' })}
    <ul data-svc-query="coats"><li data-svc-product="P1"><a href="#p1">Coat</a></li></ul>`,
  )
  await page.goto(shop.url + path)
  await page.waitForFunction('window.svc && svc.user')
}

const ask = (page: Page, message: string) =>
  page.evaluate(async (message) => (await svc.agent.ask(message)).conversationId, message)

const current = (page: Page) => page.evaluate(() => svc.agent.conversationId)

test('one conversation continues across pages and tabs, with the visitor and the products seen', async ({
  context,
  page,
  shop,
}) => {
  const agent = await openAgent(context)
  await open(page, shop)
  expect(await current(page)).toBeUndefined()
  expect(await ask(page, 'one')).toBe('c1')
  await page.getByRole('link', { name: 'Coat' }).click()
  await shop.waitFor('click')
  await open(page, shop, '/next')
  await expect.poll(() => current(page)).toBe('c1')
  expect(await ask(page, 'two')).toBe('c1')
  const tab = await context.newPage()
  await open(tab, shop)
  expect(await ask(tab, 'three')).toBe('c1')

  expect(agent.said[1]?.body.metadata).toEqual(
    expect.arrayContaining([
      { name: 'views', value: ['P1'] },
      { name: 'clicks', value: ['P1'] },
    ]),
  )
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'svc.userId')
  expect(agent.begun()).toBe(1)
  expect(agent.said.map(({ body }) => body.message)).toEqual(['one', 'two', 'three'])
  expect(new Set(agent.said.map(({ uid }) => uid))).toEqual(new Set([cookie?.value]))
})

test('the client understands the local service, including a conversation that the service does not know', async ({
  page,
  shop,
}) => {
  await open(page, shop)
  const first = await page.evaluate(() => svc.agent.ask('sneakers'))
  expect(first).toMatchObject({
    message: expect.stringMatching(/\S/),
    products: expect.arrayContaining([
      expect.objectContaining({ productId: expect.stringMatching(/^P\d+$/) }),
    ]),
    filters: expect.arrayContaining([
      { field: expect.any(String), options: expect.arrayContaining([expect.anything()]) },
    ]),
  })
  const second = await page.evaluate(async () => {
    const { filters } = (await svc.agent.ask('more')) as unknown as {
      filters: { field: string; options: string[] }[]
    }
    const chosen = filters.map(({ field, options }) => ({ field, options: options.slice(0, 1) }))
    return svc.agent.ask('these', { filters: chosen.slice(0, 1) })
  })
  expect(second.conversationId).toBe(first.conversationId)

  await page.evaluate((id) => {
    const kept = String(localStorage.getItem('svc-tag.agent'))
    localStorage.setItem('svc-tag.agent', kept.replace(id, 'forgotten'))
  }, first.conversationId)
  expect(await current(page)).toBe('forgotten')
  const third = await page.evaluate(() => svc.agent.ask('still there?'))
  expect(third.conversationId).not.toBe(first.conversationId)
  expect(await current(page)).toBe(third.conversationId)
})
