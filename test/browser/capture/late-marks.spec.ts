import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'

test('attributes that are set late, changed or removed are read when the tile is seen', async ({
  page,
  watched,
}) => {
  await watched.open(`<div id="list"><p data-svc-product="early">early</p>
    <p id="late">late</p><p id="changed" data-svc-product="before">changed</p>
    <p id="unmarked" data-svc-product="unmarked">unmarked</p>
    <p id="inert"><span data-svc-product="inert">inert</span></p></div>
    <div data-svc-query="other"></div><div data-svc-page="another"></div>
    <p id="order"><b data-svc-line="L" data-svc-qty="2" data-svc-price="7.5">L</b></p>
    <script type="application/json" id="events">[{"action":"click","data":{"pid":"C"}}]</script>`)
  await page.evaluate(() => {
    const set = (id: string, name: string, value: string) =>
      document.getElementById(id)?.setAttribute(name, value)
    set('late', 'data-svc-product', 'late')
    set('changed', 'data-svc-product', 'after')
    document.getElementById('unmarked')?.removeAttribute('data-svc-product')
    set('inert', 'data-svc-ignore', '')
    set('order', 'data-svc-order', 'o-1')
    set('events', 'data-svc-events', '')
    set('list', 'data-svc-query', 'found later')
  })
  await watched.seen('early', 'late', 'after')
  await watched.noticed('order')
  await watched.noticed('click')
  await page.waitForTimeout(DWELL_MS * 2)
  await page.evaluate(() => document.getElementById('inert')?.removeAttribute('data-svc-ignore'))
  await watched.seen('inert')
  const reported = await watched.reported()
  expect(reported.filter(({ data }) => data.pids_list && data.query !== 'found later')).toEqual([])
  expect((await watched.reportedViews()).sort()).toEqual(['after', 'early', 'inert', 'late'])
})
