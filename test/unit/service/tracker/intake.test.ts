import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGroupCommit } from '../../../../service/log/group-commit.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { eventPath } from '../../../support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../../support/fixtures/local-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const send = (form: string, changes?: Parameters<typeof eventPath>[1]) =>
  fetch(service.url + eventPath(form, changes))

test('a hundred events at once are kept, each once', async () => {
  const moments = Array.from({ length: 100 }, (_, index) => `${index}|0.5`)
  const replies = await Promise.all(moments.map((t) => send('click', { t })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const kept = (await service.received('click')).map(({ t }) => t)
  expect(kept.sort()).toEqual(moments.sort())
})

test('repeats that arrive together are counted', async () => {
  await Promise.all([send('click'), send('click'), send('click')])
  expect(await service.received()).toMatchObject([{ repeats: 2, differing: 0 }])
})

test('other events under one t are kept, each with a note that names the first', async () => {
  const other = { data: { pid: 'P2' } }
  await send('click')
  for (const again of [other, other, {}]) await send('click', again)
  await send('cart')
  const notes = ['Event 1 has the same uid and t, and says something else.']
  expect(await service.received()).toMatchObject([
    { id: 1, data: { pid: 'P1' }, repeats: 1, differing: 2, grade: 'good', notes: [] },
    { data: { pid: 'P2' }, repeats: 1, differing: 0, grade: 'note', isGood: true, notes },
    { action: 'cart', repeats: 0, differing: 0, grade: 'note', notes },
  ])
  expect(await service.counts()).toEqual([
    { action: 'cart', good: 1, bad: 0, repeats: 0 },
    { action: 'click', good: 2, bad: 0, repeats: 2 },
  ])
})

test('a cart with a time spent happened when it arrived', async () => {
  const before = Date.now()
  await send('cart', { t: '5230' })
  const [event] = await service.received()
  expect(event).toMatchObject({ t: '5230', isGood: true })
  expect(event?.at).toBeGreaterThanOrEqual(before)
})

test('a mended event is kept beside the broken one, and a broken one only once', async () => {
  for (const pid of [7, 7, 'P1']) await send('click', { data: { pid } })
  expect(await service.received()).toMatchObject([
    { isGood: false, repeats: 1 },
    { isGood: true, repeats: 0 },
  ])
})

test('a HEAD is answered, and is no event', async () => {
  for (const url of ['/v2/1p.jpg', eventPath('click')]) {
    const reply = await fetch(service.url + url, { method: 'HEAD' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/gif')
  }
  expect(await service.received()).toEqual([])
})

test('a HEAD tells whether a site key is right', async () => {
  const statusFor = async (key: string) =>
    (await fetch(`${service.url}/v2/1p.jpg?SvcKey=${key}`, { method: 'HEAD' })).status
  expect(await statusFor(service.keys.siteKey)).toBe(200)
  expect(await statusFor('other-site')).toBe(403)
  expect(await service.received()).toEqual([])
})

test('events without a moment or a user are never repeats', async () => {
  for (const query of ['uid=u1', 'uid=u1', 't=1%7C1', 't=1%7C1']) {
    await fetch(`${service.url}/v2/1p.jpg?${query}`)
  }
  expect(await service.received()).toHaveLength(4)
})

test('an event of 64 kB is read, a longer one is refused by name and not kept', async () => {
  const short = eventPath('search', { data: { query: '' } })
  const query = 'x'.repeat(64 * 1024 - short.length + '/v2/1p.jpg?'.length)
  expect((await send('search', { data: { query } })).status).toBe(200)
  const reply = await send('search', { data: { query: `${query}x` }, t: '1793786400001|0.25' })
  expect(reply.status).toBe(414)
  expect((await reply.json()).error.name).toBe('url-too-long')
  expect(await service.received()).toHaveLength(1)
})

test('names that differ behind a NUL stay apart', async () => {
  for (const uid of ['u\0a', 'u\0b']) await send('click', { uid })
  expect((await service.received()).map(({ uid }) => uid)).toEqual(['u\ufffda', 'u\ufffdb'])
})

test('who sends too much is told when to come back', async () => {
  const slow = await startService({ rates: { tracker: 2 } })
  const sendTo = (t: string) => fetch(slow.url + eventPath('click', { t }))
  expect([(await sendTo('1|1')).status, (await sendTo('2|2')).status]).toEqual([200, 200])
  const refused = await sendTo('3|3')
  expect([refused.status, (await refused.json()).error.name]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await slow.received()).toHaveLength(2)
  await slow.close()
})

test('when one write fails, its whole turn fails and nothing of it is kept', async () => {
  const db = openDatabase(':memory:')
  db.exec('create table notes (text text unique)')
  const insert = db.prepare('insert into notes values (?)')
  const write = createGroupCommit(db, (text: string) => insert.run(text))
  const turn = await Promise.allSettled([write('a'), write('b'), write('a')])
  expect(turn.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await write('c')
  expect(db.prepare('select text from notes').pluck().all()).toEqual(['c'])
})
