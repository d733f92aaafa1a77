import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'

const tile = (pid: string) => `<li data-svc-product="${pid}"><a href="#${pid}">${pid}</a></li>`

const facet = (name: string) =>
  `<fieldset data-svc-facet="${name}"><label><input type="checkbox" data-svc-value="Yes">${name}</label></fieldset>`

const ofList = (reported: readonly { action: string; data: Record<string, unknown> }[]) =>
  reported.map(({ action, data }) => [
    action,
    data.pid ?? data.pids_list ?? Object.keys(data.facets ?? {}),
    data.query ?? data.page ?? data.requestId,
  ])

for (const [what, more] of [
  ['text', ''],
  ['request id', 'data-svc-request-id="r-1"'],
] as const) {
  test(`a list that a banner parts in two is one list by its ${what}`, async ({
    page,
    watched,
  }) => {
    await watched.open(`<aside>${facet('beside')}</aside>
      <ul data-svc-query="shoes" ${more}>${tile('P1')}${tile('P2')}</ul><p>a banner</p>
      <ul data-svc-query="shoes" ${more}>${tile('P2')}${tile('P3')}</ul><div>${tile('P4')}</div>`)
    await watched.seen('P1', 'P2', 'P3', 'P4')
    await page.getByLabel('beside').check()
    await watched.noticed('facets')
    const reported = await watched.reported()
    const requestId = more && { requestId: 'r-1' }
    expect(await watched.reportedViews()).toHaveLength(4)
    expect(reported.filter(({ action }) => action === 'facets').map(({ data }) => data)).toEqual([
      {
        query: 'shoes',
        ...requestId,
        facets: { beside: { prank: '1', selected: [{ prank: '1', val: 'Yes' }] } },
      },
    ])
    expect(reported.every(({ data }) => data.query === 'shoes')).toBe(true)
  })
}

test('an inert tile counts in no list, and a tile that is a list counts in its own', async ({
  watched,
}) => {
  const marked = (pid: string, mark: string) =>
    tile(pid).replace('data-svc-product', `${mark} data-svc-product`)
  await watched.open(`<ul data-svc-query="shoes">${tile('P1')}${marked('P2', 'data-svc-ignore')}
    ${marked('P3', 'data-svc-query="boots"')}${tile('P4')}</ul>`)
  await watched.seen('P1', 'P3', 'P4')
  expect(await watched.ignored()).toEqual(['inside data-svc-ignore'])
  expect(ofList(await watched.reported())).toEqual([
    ['PRODUCT_IMPRESSIONS', ['P1', 'P4'], 'shoes'],
    ['PRODUCT_IMPRESSIONS', ['P3'], 'boots'],
  ])
})

test('other names, request ids or starts make other lists; a tile beside them has none', async ({
  page,
  watched,
}) => {
  const others = [
    '<ul data-svc-query="boots"></ul>',
    '<ul data-svc-query="shoes" data-svc-request-id="r-2"></ul>',
    '<ul data-svc-query="shoes" data-svc-start="24"></ul>',
  ]
  for (const other of others) {
    await watched.open(
      `<ul data-svc-query="shoes">${facet('inside')}</ul>${other}${facet('beside')}`,
    )
    await page.getByLabel('beside').check()
    await page.getByLabel('inside').check()
    await watched.noticed('facets')
    expect(await watched.ignored()).toEqual(['a facet without a list'])
  }
  expect(ofList(await watched.reported())).toEqual(
    others.map(() => ['facets', ['inside'], 'shoes']),
  )
})

test('a list that goes on at another start counts again', async ({ page, watched }) => {
  await watched.open(
    `<ul data-svc-query="shoes" data-svc-start="24">${tile('P1')}${tile('P2')}</ul>`,
  )
  await watched.seen('P1', 'P2')
  await page.evaluate(() => {
    const list = document.querySelector('ul')
    if (list) list.dataset.svcStart = '48'
  })
  await watched.noticed('PRODUCT_IMPRESSIONS', 2)
  expect(await watched.reportedViews()).toEqual(['P1', 'P2', 'P1', 'P2'])
})

test('a tile beside several lists is in the one that the page names', async ({ page, watched }) => {
  const name = () => page.evaluate("svc.context({ page: 'named' })")
  await watched.open(`<ul data-svc-query="shoes">${tile('P1')}</ul>
    <ul data-svc-query="boots">${tile('P2')}</ul><ol id="beside"></ol>${facet('beside')}`)
  await name()
  await page.evaluate((html) => {
    const beside = document.getElementById('beside')
    if (beside) beside.innerHTML = html
  }, tile('P3'))
  await watched.seen('P1', 'P2', 'P3')
  await page.getByLabel('beside').check()
  await watched.noticed('facets')
  const byPid = (one: unknown[], other: unknown[]) => (String(one[1]) < String(other[1]) ? -1 : 1)
  expect(ofList(await watched.reported()).sort(byPid)).toEqual([
    ['PRODUCT_IMPRESSIONS', ['P1'], 'shoes'],
    ['PRODUCT_IMPRESSIONS', ['P2'], 'boots'],
    ['PRODUCT_IMPRESSIONS', ['P3'], 'named'],
    ['facets', ['beside'], 'named'],
  ])
})

test('the only list of a page is meant before the one that the page names', async ({
  page,
  watched,
}) => {
  await watched.open(`<ul data-svc-query="shoes"></ul><ol id="beside"></ol>${facet('beside')}`)
  await page.evaluate("svc.context({ page: 'named' })")
  await page.evaluate((html) => {
    const beside = document.getElementById('beside')
    if (beside) beside.innerHTML = html
  }, tile('P3'))
  await watched.seen('P3')
  await page.getByLabel('beside').check()
  await watched.noticed('facets')
  expect(ofList(await watched.reported())).toEqual([
    ['PRODUCT_IMPRESSIONS', ['P3'], 'shoes'],
    ['facets', ['beside'], 'shoes'],
  ])
})

test('tiles that stay count once for each list that replaces the one beside them', async ({
  page,
  watched,
}) => {
  const heading = (query: string) =>
    page.evaluate((text) => {
      const one = document.createElement('h1')
      one.dataset.svcQuery = text
      document.querySelector('h1')?.replaceWith(one)
    }, query)
  await watched.open(`<h1 data-svc-query="shoes"></h1><ol>${tile('P1')}${tile('P2')}</ol>`)
  await watched.seen('P1', 'P2')
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('h1')) one.dataset.svcQuery = 'boots'
  })
  await watched.noticed('PRODUCT_IMPRESSIONS', 2)
  await heading('sandals')
  await watched.noticed('PRODUCT_IMPRESSIONS', 3)
  await heading('sandals')
  await page.evaluate(() => history.pushState({}, '', '?another'))
  await heading('sandals')
  await watched.noticed('PRODUCT_IMPRESSIONS', 4)
  await page.evaluate("svc.context({ page: 'named' })")
  await page.evaluate(() => document.querySelector('h1')?.remove())
  await watched.noticed('PRODUCT_IMPRESSIONS', 5)
  await page.waitForTimeout(DWELL_MS * 2)
  expect(ofList(await watched.reported())).toEqual(
    ['shoes', 'boots', 'sandals', 'sandals', 'named'].map((list) => [
      'PRODUCT_IMPRESSIONS',
      ['P1', 'P2'],
      list,
    ]),
  )
})
