import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { bodyOf, exposeBodies } from '../../support/fakes/request-bodies.ts'
import { type DemoShop, expect, test } from '../../support/fixtures/demo-shop.ts'

/** The next answer of the fake agent, and the messages it was asked. */
interface FakeAgent {
  readonly asked: { message: string; filters?: unknown; conversation: string }[]
  answer: { status: number; message?: string }
  /** The filters that it offers. */
  filters: { field: string; options: string[] }[]
  /** The conversations that it knows. */
  known: string[]
}

const jacket = (id: string) => ({
  productId: id,
  title: `Jacket ${id}`,
  imageUrl: '/pictures/jacket-navy-0.svg',
  productUrl: `/p/${id}`,
  price: 120.5,
})

/** An agent that goes wrong when it is told to, in the place of the service's. */
async function fakeAgent(page: Page): Promise<FakeAgent> {
  const filters = [{ field: 'color', options: ['Navy', 'Forest'] }]
  const agent: FakeAgent = { asked: [], answer: { status: 200 }, filters, known: [] }
  await exposeBodies(page)
  await page.route(/\/v1\/sites\/demo-site\/conversation\?/, (route) => {
    const conversation_id = `c${agent.known.length + 1}`
    agent.known.push(conversation_id)
    return route.fulfill({ json: { conversation_id } })
  })
  await page.route(/\/v1\/sites\/demo-site\/conversation\/[^/]+\/chat\?/, (route) => {
    const [, conversation = ''] = /conversation\/([^/]+)\/chat/.exec(route.request().url()) ?? []
    if (!agent.known.includes(conversation)) return route.fulfill({ status: 404, json: {} })
    agent.asked.push({ ...bodyOf(route), conversation })
    const { status, message = 'These keep the wind out.' } = agent.answer
    const filters = agent.filters
    const products = ['P6', 'P21'].map(jacket)
    return route.fulfill({ status, json: { message, products, filters } })
  })
  return agent
}

const button = (page: Page) => page.getByRole('button', { name: 'Ask the shop' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Ask the shop' })
const log = (page: Page) => panel(page).getByRole('log', { name: 'Conversation' })
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Your message' })

async function open(page: Page, shop: DemoShop, path = '/') {
  await shop.open(path)
  await button(page).click()
}

async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('the panel opens with the focus in its field, and gives it back', async ({ page, shop }) => {
  await shop.open('/')
  await expect(panel(page)).toBeHidden()
  await button(page).press('Enter')
  await expect(panel(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
})

test('an answer has words, and products that lead to their pages', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, 'a warm jacket')
  await expect(log(page)).toContainText('a warm jacket')
  await expect(log(page)).toContainText('These keep the wind out.')
  await expect(field(page)).toHaveValue('')
  expect(agent.asked).toEqual([expect.objectContaining({ message: 'a warm jacket' })])

  await log(page).getByRole('link', { name: 'Jacket P6' }).click()
  await expect(page).toHaveURL(/\/p\/P6$/)
})

test('recommended products are tracked like any tile', async ({ page, shop }) => {
  await fakeAgent(page)
  await open(page, shop, '/cart')
  await say(page, 'jacket for the harbour')
  const seen = () => shop.received('PRODUCT_IMPRESSIONS')
  await expect
    .poll(async () => (await seen()).map(({ data }) => data))
    .toContainEqual(
      expect.objectContaining({ query: 'jacket for the harbour', pids_list: ['P6', 'P21'] }),
    )
  await log(page).getByRole('link', { name: 'Jacket P21' }).click()
  await expect
    .poll(async () => (await shop.received('click')).map(({ data }) => data))
    .toContainEqual(expect.objectContaining({ pid: 'P21' }))
})

test('filters that are chosen go with the next message, once', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, 'a warm jacket')
  const colours = panel(page).getByRole('group', { name: 'Colour' })
  await colours.getByRole('button', { name: 'Navy' }).click()
  await colours.getByRole('button', { name: 'Forest' }).click()
  await colours.getByRole('button', { name: 'Navy' }).click()
  await expect(colours.getByRole('button', { name: 'Forest' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(panel(page)).toContainText('With your next message: Forest')
  await say(page, 'in that colour')
  await expect.poll(() => agent.asked.length).toBe(2)
  expect(agent.asked[1]?.filters).toEqual([{ field: 'color', options: ['Forest'] }])
  await say(page, 'and cheaper')
  await expect.poll(() => agent.asked.length).toBe(3)
  expect(agent.asked[2]).not.toHaveProperty('filters')
})

test('five rows of filters are all there to be pressed', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  agent.filters = ['color', 'size', 'gender', 'material', 'brand'].map((field) => ({
    field,
    options: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((option) => `${option} ${field}`),
  }))
  await open(page, shop)
  await say(page, 'a warm jacket')
  const filters = panel(page).locator('.chat-filters')
  await expect(filters.getByRole('button')).toHaveCount(30)
  const isClipped = await filters.evaluate((place) =>
    [place, ...place.children].some(
      (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1,
    ),
  )
  expect(isClipped).toBe(false)
})

test('the colour asked for is the picture shown, and the page it leads to', async ({
  page,
  shop,
}) => {
  await open(page, shop)
  await say(page, 'jackets in blue')
  const tiles = log(page).locator('.tile')
  await expect(tiles.first()).toBeVisible()
  for (const picture of await tiles.locator('img').all())
    expect(await picture.getAttribute('src')).toMatch(/jacket-blue-/)
  await tiles.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/p\/P\d+\?colour=Blue$/)
})

test('a conversation goes on across pages', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, 'a warm jacket')
  await expect(log(page)).toContainText('These keep the wind out.')
  await shop.open('/c/Men/Shoes')
  await expect(panel(page)).toBeVisible()
  await expect(log(page)).toContainText('a warm jacket')
  // It must not take the focus from the new page.
  await expect(field(page)).not.toBeFocused()
  await say(page, 'and boots')
  await expect.poll(() => agent.asked.length).toBe(2)
  expect(new Set(agent.asked.map(({ conversation }) => conversation)).size).toBe(1)
})

test('a failure is told in plain words, and the message is sent again', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  agent.answer = { status: 500 }
  await open(page, shop)
  await say(page, 'a warm jacket')
  const problem = panel(page).getByRole('alert')
  await expect(problem).toContainText('Something went wrong on our side')
  agent.answer = { status: 200 }
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(log(page)).toContainText('These keep the wind out.')
  await expect(problem).toHaveCount(0)
  expect(agent.asked.at(-1)?.message).toBe('a warm jacket')
  await expect(log(page).getByText('a warm jacket')).toHaveCount(1)
})

test('when the agent has forgotten, it says that it begins anew', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, 'a warm jacket')
  await expect(log(page)).toContainText('These keep the wind out.')
  agent.known[0] = 'forgotten'
  await say(page, 'in blue')
  await expect(log(page)).toContainText('I lost the thread')
  expect(agent.asked.at(-1)).toMatchObject({ message: 'in blue', conversation: 'c2' })
})

test('starting again leaves nothing of what was said', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, 'a warm jacket')
  // A message that still waits for the agent's part begins its conversation after the end.
  await expect.poll(() => agent.asked.length).toBe(1)
  await panel(page).getByRole('button', { name: 'Start again' }).click()
  await expect(log(page)).not.toContainText('a warm jacket')
  await expect(field(page)).toBeFocused()
  await panel(page).getByRole('button', { name: 'A green tent for the family' }).click()
  await expect.poll(() => agent.asked.length).toBe(2)
  expect(agent.asked[1]?.conversation).toBe('c2')
})

test('an answer with markup in it is shown as text', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  agent.answer = { status: 200, message: '<img src=x onerror="document.title = 1"> & <b>bold</b>' }
  await open(page, shop)
  await say(page, 'a warm jacket')
  await expect(log(page)).toContainText('<b>bold</b>')
  await expect(log(page).locator('b')).toHaveCount(0)
})

test('Shift and Enter make a new line, blank messages are not sent', async ({ page, shop }) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, '   ')
  await field(page).fill('one')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('two')
  await field(page).press('Enter')
  await expect.poll(() => agent.asked.map(({ message }) => message)).toEqual(['one\ntwo'])
})

test('the chat has no known barrier', async ({ page, shop }) => {
  await fakeAgent(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, shop, '/cart')
  await say(page, 'a warm jacket')
  await expect(log(page)).toContainText('These keep the wind out.')
  const { violations } = await new AxeBuilder({ page }).include('.chat').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the chat fills the window, and keeps the focus inside', async ({ page, shop }) => {
    await fakeAgent(page)
    await open(page, shop)
    const box = await panel(page).boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, height: 844 })
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || !!document.activeElement?.closest('.chat'),
    )
    expect(isInside).toBe(true)
    await panel(page).getByRole('button', { name: 'Close the chat' }).click()
    // The keys may have gone on to the browser's own buttons, and the window with them.
    await expect
      .poll(() => button(page).evaluate((one) => one === document.activeElement))
      .toBe(true)
  })

  test('a new page is not covered by the chat of the one before', async ({ page, shop }) => {
    await fakeAgent(page)
    await open(page, shop)
    await say(page, 'a warm jacket')
    await log(page).getByRole('link', { name: 'Jacket P6' }).click()
    await expect(page).toHaveURL(/\/p\/P6$/)
    await expect(panel(page)).toBeHidden()
    await button(page).click()
    await expect(log(page)).toContainText('a warm jacket')
  })
})
