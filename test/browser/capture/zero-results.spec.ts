import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/tag-page.ts'

const ACTION = 'PRODUCT_IMPRESSIONS'

const empty = (query: string) => `<ul data-svc-query="${query}" data-svc-total="0"></ul>`

const draw = (page: Page, html: string) =>
  page.evaluate((text) => {
    document.body.innerHTML = text
  }, html)

test('a category that is empty says so, with its page as it was passed', async ({
  page,
  watched,
}) => {
  await watched.open(`<ul data-svc-page='categoryPath:"Men>Shoes"' data-svc-total="0"></ul>
    <ul data-svc-page="many" data-svc-total="12"></ul><ul data-svc-query="silent"></ul>
    <div data-svc-ignore><ul data-svc-query="inert" data-svc-total="0"></ul></div>`)
  await watched.noticed(ACTION)
  // The one that found something is looked at again, and then an empty one comes.
  await page.evaluate(() => {
    const many = document.querySelector<HTMLElement>('[data-svc-page=many]')
    if (many) many.dataset.svcTotal = '10'
  })
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), empty('boots'))
  await watched.noticed(ACTION, 2)
  expect(await watched.reported()).toEqual([
    {
      action: ACTION,
      data: { page: 'categoryPath:"Men>Shoes"', page_type: 'BOOLEAN', pids_list: [] },
    },
    { action: ACTION, data: { query: 'boots', pids_list: [] } },
  ])
})

test('an empty list is reported once on each route, however often it is drawn', async ({
  page,
  watched,
}) => {
  await watched.open(empty('boots'))
  await watched.noticed(ACTION)
  // The same element, and still nothing found.
  await page.evaluate(() => {
    const list = document.querySelector('ul')
    if (list) list.dataset.svcQuery = 'clogs'
  })
  await watched.noticed(ACTION, 2)
  expect(await watched.ignored()).toEqual([])
  await draw(page, empty('clogs'))
  await expect.poll(watched.ignored).toEqual(['counted before'])
  await page.evaluate(() => history.pushState({}, '', '/two'))
  await draw(page, empty('clogs'))
  await watched.noticed(ACTION, 3)
  await draw(page, empty('clogs') + empty('hats'))
  await watched.noticed(ACTION, 4)
  expect(await watched.reported()).toEqual(
    ['boots', 'clogs', 'clogs', 'hats'].map((query) => ({
      action: ACTION,
      data: { query, pids_list: [] },
    })),
  )
})

test('a list that says so only until its answer comes is not one that found nothing', async ({
  page,
  watched,
}) => {
  await watched.open(empty('boots').replace('"0"', '"7"'))
  // Two answers that are slow, of which one is drawn anew; the second search shows the total of the first. The page's own clock begins.
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
    list.replaceWith(list.cloneNode())
    await slow()
    list.remove()
    ;(document.querySelector('ul') as HTMLElement).dataset.svcTotal = '7'
  })
  await expect.poll(watched.ignored).toEqual(['no longer says that nothing was found'])
  await draw(page, empty('hats'))
  await watched.noticed(ACTION)
  expect(await watched.reported()).toEqual([
    { action: ACTION, data: { query: 'hats', pids_list: [] } },
  ])
})

test('an empty list is reported with its page, though page or route is left at once', async ({
  page,
  shop,
  watched,
}) => {
  shop.page('/next', '<p>next</p>')
  await watched.open(empty('boots'))
  await page.evaluate(() => history.pushState({}, '', '/two'))
  await draw(page, empty('hats'))
  await page.evaluate(() => setTimeout(() => location.assign('/next'), 150))
  await page.getByText('next').waitFor()
  const reported = await shop.waitFor(ACTION, 2)
  expect(reported.map(({ data }) => data)).toEqual([
    expect.objectContaining({ query: 'boots', url: `${shop.url}/page-1.html` }),
    expect.objectContaining({ query: 'hats', url: `${shop.url}/two` }),
  ])
})
