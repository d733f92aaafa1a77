import { afterEach, beforeEach, expect, test } from 'vitest'
import { startService, type TestService } from '../../../support/fixtures/local-service.ts'

let service: TestService

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const get = (query: string, init?: RequestInit) =>
  fetch(`${service.url}/v2/1p.jpg?action=click&data={}&${query}`, init)

test('the tracker says to pages of any origin that it drops repeats', async () => {
  const reply = await get('uid=u1&t=5|0.5', { headers: { origin: 'https://shop.example' } })
  expect(reply.headers.get('svc-drops-repeats')).toBe('1')
  const exposed = reply.headers.get('access-control-expose-headers')?.split(/, */)
  expect(exposed).toContain('svc-drops-repeats')
})

for (const [what, query] of Object.entries({ 'a user': 't=5|0.5', 'a t': 'uid=u1' }))
  test(`of an event without ${what} the tracker keeps repeats, and says nothing`, async () => {
    const replies = [await get(query), await get(query)]
    expect(replies.map(({ headers }) => headers.get('svc-drops-repeats'))).toEqual([null, null])
    expect(await service.received('click')).toHaveLength(2)
  })

test('a HEAD stores nothing, and says nothing about repeats', async () => {
  const reply = await get('uid=u1&t=5|0.5', { method: 'HEAD' })
  expect(reply.headers.get('svc-drops-repeats')).toBeNull()
})
