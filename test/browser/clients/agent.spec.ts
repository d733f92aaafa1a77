import type { Page } from '@playwright/test'
import { fakeAgent } from '../../support/fakes/fake-agent.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

declare const svc: {
  readonly agent: {
    ask(message: string, options?: object): Promise<{ message: string; conversationId: string }>
    readonly conversationId: string | undefined
  }
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
  const agent = await fakeAgent(context)
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

  expect(agent.asked[1]?.metadata).toEqual(
    expect.arrayContaining([
      { name: 'views', value: ['P1'] },
      { name: 'clicks', value: ['P1'] },
    ]),
  )
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'svc.userId')
  expect(agent.known).toEqual(['c1'])
  expect(agent.asked.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
  expect(new Set(agent.asked.map(({ uid }) => uid))).toEqual(new Set([cookie?.value]))
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
