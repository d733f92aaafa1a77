import type { Page } from '@playwright/test'
import { barriersOf } from '../../../test/support/fixtures/barriers.ts'
import { type DemoShop, expect, test } from '../demo-shop.ts'

const note = (page: Page) => page.locator('.search-note[role="status"]')
const ask = (page: Page) => page.getByRole('button', { name: /^Ask the shop about/ })

async function search(page: Page, shop: DemoShop, words: string) {
  await shop.open('/')
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await box.fill(words)
  await box.press('Enter')
  await page.waitForURL(/\/search\?/)
  return shop.titles()
}

/** What the shop's tracker received of this visitor: the searches, and the lists with their numbers of products. */
async function reported(page: Page, shop: DemoShop) {
  const uid = (await page.context().cookies()).find(({ name }) => name === 'svc.userId')?.value
  const of = async (action: string) =>
    (await shop.received(action)).flatMap((event) =>
      event.uid === uid
        ? [event.data as { readonly query?: string; readonly pids_list?: readonly string[] }]
        : [],
    )
  const lists = (await of('PRODUCT_IMPRESSIONS')).filter(({ query }) => query !== undefined)
  return {
    searches: (await of('search')).map(({ query }) => query),
    empty: lists.filter((one) => one.pids_list?.length === 0).map(({ query }) => query),
    shown: [
      ...new Set(lists.filter((one) => one.pids_list?.length !== 0).map(({ query }) => query)),
    ],
  }
}

for (const [typed, meant] of [
  ['sneekers', 'sneakers'],
  ['blue snekaer', 'blue sneaker'],
  ['white linnen shirt', 'white linen shirt'],
] as const) {
  test(`the results of “${typed}” say what was searched for, and a link searches for the words as typed`, async ({
    page,
    shop,
  }) => {
    const titles = await search(page, shop, typed)
    expect(titles.length).toBeGreaterThan(10)
    await expect(note(page)).toHaveText(`Showing results for ${meant}. Search instead for ${typed}`)
    await expect(ask(page)).toHaveCount(0)
    await expect
      .poll(() => reported(page, shop))
      .toEqual({ searches: [typed], empty: [], shown: [typed] })

    await page.getByRole('link', { name: `Search instead for ${typed}` }).press('Enter')
    const nothing = page.getByRole('heading', { name: `We found nothing for “${typed}”` })
    await expect(nothing).toBeVisible()
    await expect(note(page)).toHaveText('')
    await expect(page.getByRole('combobox', { name: 'Search the shop' })).toHaveValue(typed)
    await expect
      .poll(() => reported(page, shop))
      .toEqual({ searches: [typed], empty: [typed], shown: [typed] })
  })
}

for (const [typed, used, sentence] of [
  ['boots size 39', 'boots', '“size 39” was not used.'],
  ['jacket under 100', 'jacket', '“under 100” was not used.'],
  ['a glittery coat for my wife', 'coat', '“a glittery” and “for my wife” were not used.'],
] as const) {
  test(`“${typed}” shows products for “${used}” and says so; it counts as failed, and the assistant can be asked`, async ({
    page,
    shop,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const titles = await search(page, shop, typed)
    expect(titles.length).toBeGreaterThan(10)
    await expect(note(page).locator('p').first()).toHaveText(
      `No product matches all words. Showing products for ${used}; ${sentence}`,
    )
    await expect(ask(page)).toBeVisible()
    expect(await barriersOf(page)).toEqual([])
    await expect
      .poll(() => reported(page, shop))
      .toEqual({ searches: [typed], empty: [typed], shown: [used] })

    await ask(page).press('Enter')
    const log = page.getByRole('log', { name: 'Conversation' })
    await expect(log).toContainText(typed)
    await expect(log).toContainText(/I found|No /)
  })
}

test('words that name no product are handed to the assistant, unless there is none', async ({
  page,
  shop,
}) => {
  for (const typed of ['gift', 'size 39', 'gift for dad']) {
    expect(await search(page, shop, typed)).toEqual([])
    await expect(ask(page)).toHaveText(`Ask the shop about “${typed}”`)
  }
  await ask(page).click()
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('gift for dad')

  await page.context().clearCookies()
  await page.route('**/v1/sites/**', (route) => route.fulfill({ status: 503 }))
  await search(page, shop, 'gift')
  await expect(page.getByText('Check the spelling, try a more general word')).toBeVisible()
  await search(page, shop, 'boots size 39')
  await expect(note(page)).toContainText('Showing products for boots')
  await expect(ask(page)).toHaveCount(0)
})
