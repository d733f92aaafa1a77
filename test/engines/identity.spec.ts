import type { StoredEvent } from 'svc-tag-service'
import { expect, test } from '../support/fixtures/every-engine.ts'
import { WALKING } from '../support/fixtures/small-shop.ts'

const PAGE = '<p>Shop</p>'

const fields = (event: StoredEvent | undefined) => {
  const { visitId, visit_type: type } = Object(event?.data)
  return { uid: event?.uid, visitId, type }
}

test('a visitor stays the same from page to page, and comes back as one who was here', async ({
  shop,
  shopper,
}) => {
  const url = shop.page('/page.html', `<!doctype html>${shop.tag(WALKING)}${PAGE}`)
  await shopper.open(url)
  const [first] = await shop.waitFor('visitor')
  expect(fields(first).uid).toMatch(/^uid-\d{13}-\d{30,40}$/)
  expect(fields(first).type).toBe('first_time')

  await shopper.open(`${url}?next`)
  await shopper.ask("void svc.track('search', { query: 'shoes' })")
  const [search] = await shop.waitFor('search')
  expect(fields(search)).toEqual(fields(first))
  expect(await shop.received('visitor')).toHaveLength(1)

  // The visit is over when its cookies have expired.
  await shopper.ask(`void document.cookie.split('; ').filter((cookie) => cookie.startsWith('svc.visit'))
    .forEach((cookie) => { document.cookie = cookie.split('=')[0] + '=; path=/; max-age=0' })`)
  await shopper.open(`${url}?later`)
  const [, again] = await shop.waitFor('visitor', 2)
  expect(fields(again)).toMatchObject({ uid: first?.uid, type: 'repeat' })
  expect(fields(again).visitId).not.toBe(fields(first).visitId)
})

test('an id that the server set is used, and never rewritten', async ({ shop, shopper }) => {
  const html = `<!doctype html>${shop.tag(WALKING)}${PAGE}`
  const headers = { 'set-cookie': 'svc.userId=known%20visitor; Path=/; Max-Age=3600; SameSite=Lax' }
  await shopper.open(shop.page('/page.html', html, { headers }))
  const [visitor] = await shop.waitFor('visitor')
  expect(fields(visitor)).toMatchObject({ uid: 'known visitor', type: 'repeat' })
  expect(await shopper.ask('document.cookie')).toContain('svc.userId=known%20visitor')
  expect(await shopper.ask("localStorage.getItem('svc-tag.user-marker')")).toBeNull()
})

test('consent starts storage and sending, and its withdrawal erases all', async ({
  shop,
  shopper,
}) => {
  const tag = shop.tag({ ...WALKING, 'data-consent': 'hold' })
  await shopper.open(shop.page('/page.html', `<!doctype html>${tag}${PAGE}`))
  const kept = () =>
    shopper.ask<string[]>(
      'document.cookie.split("; ").filter(Boolean).concat(Object.keys(localStorage), Object.keys(sessionStorage))',
    )
  await expect.poll(() => shopper.ask('typeof window.svc?.version')).toBe('string')
  await shopper.ask("void svc.track('search', { query: 'early' })")
  await expect
    .poll(() => shopper.ask('Promise.resolve(svc.explain()).then((entries) => entries.length)'))
    .toBeGreaterThan(0)
  expect(await kept()).toEqual([])
  expect(await shop.received()).toEqual([])

  await shopper.ask("void svc.consent('granted')")
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'early' } }])
  await shopper.ask("void svc.consent('denied')")
  await expect.poll(kept).toEqual([])
  await shopper.ask("void svc.track('search', { query: 'never' })")
  await shopper.open(shop.page('/end.html', `<!doctype html>${shop.tag(WALKING)}${PAGE}`))
  await shop.waitFor('visitor', 2)
  expect(await shop.received('search')).toHaveLength(1)
})
