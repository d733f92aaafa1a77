import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/tag-page.ts'

const ACTION = 'PRODUCT_IMPRESSIONS'

const empty = (query: string) => `<ul data-svc-query="${query}" data-svc-total="0"></ul>`

const draw = (page: Page, html: string) =>
  page.evaluate((text) => {
    document.body.innerHTML = text
  }, html)

test('an empty list is reported once per route, even if the page is left at once', async ({
  page,
  shop,
  watched,
}) => {
  shop.page('/next', '<p>next</p>')
  await watched.open(`<ul data-svc-page='  Größe>"a&amp;b"%20 ' data-svc-total="0"></ul>
    <ul data-svc-page="many" data-svc-total="12"></ul><ul data-svc-query="silent"></ul>
    <div data-svc-ignore><ul data-svc-query="inert" data-svc-total="0"></ul></div>`)
  await watched.noticed(ACTION)
  await draw(page, empty('boots'))
  await watched.noticed(ACTION, 2)
  // The same element, still without results.
  await page.evaluate(() => {
    const list = document.querySelector('ul')
    if (list) list.dataset.svcQuery = 'clogs'
  })
  await watched.noticed(ACTION, 3)
  await draw(page, empty('clogs'))
  await expect.poll(watched.ignored).toContain('counted before')
  await page.evaluate(() => history.pushState({}, '', '/two'))
  await draw(page, empty('clogs'))
  await watched.noticed(ACTION, 4)
  await watched.reported()
  await draw(page, empty('hats'))
  await page.evaluate(() => setTimeout(() => location.assign('/next'), 150))
  await page.getByText('next').waitFor()
  const events = (await shop.waitFor(ACTION, 5)).toSorted((one, other) => one.at - other.at)
  const first = `${shop.url}/page-1.html`
  const second = `${shop.url}/two`
  expect(
    events.map(({ data }) => {
      const { page, query, url, pids_list } = data as Record<string, unknown>
      return [page ?? query, url, pids_list]
    }),
  ).toEqual([
    ['  Größe>"a&b"%20 ', first, []],
    ['boots', first, []],
    ['clogs', first, []],
    ['clogs', second, []],
    ['hats', second, []],
  ])
})

test('a list that is marked as empty only until its response arrives is not reported', async ({
  page,
  watched,
}) => {
  await watched.open(empty('boots').replace('"0"', '"7"'))
  // Two slow responses; during the second search, the page still shows the total of the first. The page's own clock starts.
  await page.evaluate(async () => {
    const slow = () => new Promise((resolve) => setTimeout(resolve, 600))
    const list = document.querySelector('ul') as HTMLElement
    list.dataset.svcTotal = '0'
    await slow()
    list.dataset.svcTotal = '12'
    await slow()
    list.dataset.svcTotal = '0'
    await slow()
    list.dataset.svcQuery = 'clogs'
    await slow()
    list.dataset.svcTotal = '7'
  })
  await expect.poll(watched.ignored).toEqual(['no longer says that nothing was found'])
  await draw(page, empty('hats'))
  await watched.noticed(ACTION)
  expect(await watched.reported()).toEqual([
    { action: ACTION, data: { query: 'hats', pids_list: [] } },
  ])
})
