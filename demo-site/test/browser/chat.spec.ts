import type { Page } from '@playwright/test'
import { fakeAgent } from '../../../test/support/fakes/fake-agent.ts'
import { barriersOf } from '../../../test/support/fixtures/barriers.ts'
import { type DemoShop, expect, test } from '../demo-shop.ts'

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
  const clicked = async () =>
    (await shop.received('click')).filter(({ data }) => (data as { pid?: string }).pid === 'P21')
  await expect.poll(async () => (await clicked()).length).toBe(1)
  // The conversation is shown again on the next page, and its products are not counted again.
  await expect(log(page)).toContainText('jacket for the harbour')
  await page.waitForTimeout(2_500)
  const lists = (await seen()).filter(
    ({ data }) => (data as { query?: string }).query === 'jacket for the harbour',
  )
  expect(lists.flatMap(({ data }) => (data as { pids_list?: string[] }).pids_list)).toEqual([
    'P6',
    'P21',
  ])
})

test('an answer arrives in parts, and a button drops a wish that no product meets', async ({
  page,
  shop,
}) => {
  await open(page, shop)
  await say(page, 'navy jackets under 200')
  await expect(log(page)).toContainText(/I found \d+ navy jackets & coats under 200/)
  await say(page, 'under 3')
  await panel(page)
    .getByRole('button', { name: /^without the price limit: \d+$/ })
    .click()
  await expect(log(page).getByText('Any price')).toBeVisible()
  await expect(log(page)).toContainText(/I found \d+ navy jackets & coats[;.]/)
  await say(page, 'the second one')
  await expect(log(page).getByRole('list').last().getByRole('listitem')).toHaveCount(1)
})

test('a conversation copes with filters, failures, a forgotten conversation and a restart', async ({
  page,
  shop,
}) => {
  const agent = await fakeAgent(page)
  await open(page, shop)
  await say(page, '   ')
  await field(page).fill('a warm')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('jacket')
  await field(page).press('Enter')
  await panel(page)
    .getByRole('group', { name: 'Color' })
    .getByRole('button', { name: 'Forest' })
    .click()
  await expect.poll(() => agent.asked.length).toBe(2)

  agent.answer = { status: 500 }
  await say(page, 'and cheaper')
  const problem = panel(page).getByRole('alert')
  await expect(problem).toContainText('Something went wrong on our side')
  agent.answer = { status: 200, message: '<img src=x> & <b>bold</b>' }
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(log(page)).toContainText('<b>bold</b>')
  await expect(log(page).locator('b')).toHaveCount(0)
  await expect(problem).toHaveCount(0)
  await expect(log(page).getByText('and cheaper')).toHaveCount(1)

  agent.known[0] = 'forgotten'
  await say(page, 'in blue')
  await expect(log(page)).toContainText('I lost the thread')
  await expect.poll(() => agent.asked.length).toBe(5)
  await panel(page).getByRole('button', { name: 'Start again' }).click()
  await expect(log(page)).not.toContainText('in blue')
  await expect(field(page)).toBeFocused()
  await panel(page).getByRole('button', { name: 'A tent for 4 people' }).click()
  await expect.poll(() => agent.asked.length).toBe(6)
  expect(agent.asked).toEqual([
    expect.objectContaining({ message: 'a warm\njacket', conversation: 'c1' }),
    expect.objectContaining({
      message: 'Forest',
      filters: [{ field: 'color', options: ['Forest'] }],
    }),
    expect.objectContaining({ message: 'and cheaper' }),
    expect.not.objectContaining({ filters: expect.anything() }),
    expect.objectContaining({ message: 'in blue', conversation: 'c2' }),
    expect.objectContaining({ conversation: 'c3' }),
  ])
})

test('the chat works by keyboard, has no accessibility violations, and continues on the next page', async ({
  page,
  shop,
}) => {
  await fakeAgent(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/cart')
  await button(page).press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('a warm jacket')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('These keep the wind out.')
  expect(await barriersOf(page, { within: ['svc-agent'] })).toEqual([])
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(panel(page).getByRole('button', { name: 'Forest' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(log(page).getByRole('link', { name: 'Jacket P21' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/p\/P21$/)
  await expect(log(page)).toContainText('a warm jacket')
  // The chat must not take the focus from the new page.
  await expect(field(page)).not.toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the chat fills the window and traps the focus', async ({ page, shop }) => {
    await fakeAgent(page)
    await open(page, shop)
    const box = await panel(page).boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, height: 844 })
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() =>
      [document.body, document.querySelector('svc-agent')].includes(
        document.activeElement as HTMLElement,
      ),
    )
    expect(isInside).toBe(true)
    await panel(page).getByRole('button', { name: 'Close the chat' }).click()
    // The focus may have moved on to the browser's own buttons, and so may the window.
    await expect.poll(() => button(page).evaluate((one) => one.matches(':focus'))).toBe(true)
  })
})
