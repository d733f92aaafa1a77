import { expect, test } from '../../support/fixtures/tag-page.ts'

test('a page value is reported byte for byte, in impressions and in facets', async ({
  page,
  watched,
}) => {
  const written = '  Größe>"a&b"%20 '
  await watched.open(`<ul data-svc-page="${written.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">
    <li data-svc-product="A">A</li></ul><fieldset data-svc-facet="size">
    <label><input type="checkbox" data-svc-value="XL">XL</label></fieldset>`)
  await watched.seen('A')
  await page.getByLabel('XL').check()
  await watched.noticed('facets')
  const list = { page: written, page_type: 'BOOLEAN' }
  expect(await watched.reported()).toEqual([
    { action: 'PRODUCT_IMPRESSIONS', data: { ...list, pids_list: ['A'] } },
    {
      action: 'facets',
      data: {
        ...list,
        facets: { size: { prank: '1', selected: [{ prank: '1', val: 'XL' }] } },
      },
    },
  ])
})
