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

test('a list that a banner splits in two is one list, by its text and by its request id', async ({
  page,
  watched,
}) => {
  for (const more of ['', 'data-svc-request-id="r-1"']) {
    watched.begin()
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
  }
})

test('different names, request ids or starts make different lists; a tile outside has none', async ({
  page,
  watched,
}) => {
  const others = [
    '<ul data-svc-query="boots"></ul>',
    '<ul data-svc-query="shoes" data-svc-request-id="r-2"></ul>',
    '<ul data-svc-query="shoes" data-svc-start="24"></ul>',
  ]
  await watched.open(
    `<ul data-svc-query="shoes">${facet('inside')}</ul><div id="other"></div>${facet('beside')}`,
  )
  for (const [index, other] of others.entries()) {
    await page.evaluate((html) => {
      const place = document.getElementById('other')
      if (place) place.innerHTML = html
    }, other)
    await page.getByLabel('beside').click()
    await page.getByLabel('inside').click()
    await watched.noticed('facets', index + 1)
  }
  expect(await watched.ignored()).toEqual(['a facet without a list'])
  expect(ofList(await watched.reported())).toEqual(
    others.map(() => ['facets', ['inside'], 'shoes']),
  )
})

test('tiles outside of lists belong to the only list, or to the one that the page names', async ({
  page,
  watched,
}) => {
  for (const [lists, own, expected] of [
    [
      `<ul data-svc-query="shoes">${tile('P1')}</ul><ul data-svc-query="boots">${tile('P2')}</ul>`,
      2,
      'named',
    ],
    ['<ul data-svc-query="shoes"></ul>', 0, 'shoes'],
  ] as const) {
    watched.begin()
    await watched.open(`${lists}<ol id="beside"></ol>${facet('beside')}`)
    await page.evaluate("svc.context({ page: 'named' })")
    await page.evaluate((html) => {
      const beside = document.getElementById('beside')
      if (beside) beside.innerHTML = html
    }, tile('P3'))
    await watched.seen('P3')
    await watched.noticed('PRODUCT_IMPRESSIONS', own + 1)
    await page.getByLabel('beside').check()
    await watched.noticed('facets')
    const reported = ofList(await watched.reported())
    expect(reported).toHaveLength(own + 2)
    expect(reported).toEqual(
      expect.arrayContaining([
        ['PRODUCT_IMPRESSIONS', ['P3'], expected],
        ['facets', ['beside'], expected],
      ]),
    )
  }
})

test('remaining tiles outside of a list count once for each list that replaces it', async ({
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
