import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventList, LiveNews } from '../../../../service/console/wire.ts'
import { eventPath, formNames } from '../../../support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../../support/fixtures/local-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const send = (form: string, changes?: Parameters<typeof eventPath>[1]) =>
  fetch(service.url + eventPath(form, changes))

async function list(query = ''): Promise<EventList> {
  const reply = await fetch(`${service.url}/events/list?${query}`)
  return (await reply.json()) as EventList
}

/** Listens to the stream; `next` settles with its next message. */
async function listen(query = '') {
  const giveUp = new AbortController()
  const reply = await fetch(`${service.url}/events/stream?${query}`, { signal: giveUp.signal })
  const reader = (reply.body as ReadableStream<BufferSource>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  return {
    reply,
    close: () => giveUp.abort(),
    async next(): Promise<LiveNews> {
      while (!text.includes('\n\n')) text += (await reader.read()).value ?? ''
      const end = text.indexOf('\n\n')
      const message = text.slice('data: '.length, end)
      text = text.slice(end + 2)
      return JSON.parse(message) as LiveNews
    },
  }
}

test('the list has the newest events first, and exact totals', async () => {
  for (const [index, form] of formNames.entries()) await send(form, { t: `${index}|1` })
  await send('click', { t: '99|1', data: { pid: 7 } })
  await send('click', { t: '99|1', data: { pid: 7 } })
  await send('nobody knows', { t: '100|1' })
  const { events, totals } = await list()
  expect(events.map(({ id }) => id)).toEqual([...events].map(({ id }) => id).sort((a, b) => b - a))
  expect(totals).toEqual([
    { action: 'visitor', good: 1, bad: 0, repeats: 0 },
    { action: 'search', good: 1, bad: 0, repeats: 0 },
    { action: 'PRODUCT_IMPRESSIONS', good: 2, bad: 0, repeats: 0 },
    { action: 'click', good: 1, bad: 1, repeats: 1 },
    { action: 'facets', good: 2, bad: 0, repeats: 0 },
    { action: 'cart', good: 1, bad: 0, repeats: 0 },
    { action: 'order', good: 2, bad: 0, repeats: 0 },
    { action: 'other', good: 0, bad: 1, repeats: 0 },
  ])
})

test('the list can be filtered by action, shopper, state and age', async () => {
  await send('click', { t: '1|1', uid: 'uid-anna' })
  await send('cart', { t: '2|1', uid: 'uid-ben', data: { visitId: 'visit-anna' } })
  await send('click', { t: '3|1', uid: 'uid-ben', data: { pid: 7 } })
  await send('foo', { t: '4|1' })
  const ids = async (query: string) => (await list(query)).events.map(({ id }) => id)
  expect(await ids('action=click')).toEqual([3, 1])
  expect(await ids('action=other')).toEqual([4])
  expect(await ids('who=uid-ben')).toEqual([3, 2])
  expect(await ids('who=visit-anna')).toEqual([2])
  expect(await ids('state=good')).toEqual([2, 1])
  expect(await ids('state=bad&action=click')).toEqual([3])
  expect(await ids('before=3')).toEqual([2, 1])
  expect(await ids('text=p1')).toEqual([2, 1])
  expect(await ids('shopper=uid-ben')).toEqual([3, 2])
  expect(await ids('shopper=uid-be')).toEqual([])
  expect(await ids('visit=visit-anna')).toEqual([2])
  expect(await ids('event=2')).toEqual([2])
})

const countOf = ({ totals }: Pick<EventList, 'totals'>) =>
  totals.reduce((sum, { good, bad }) => sum + good + bad, 0)

test('the totals are those of the filter, without its action', async () => {
  await send('click', { t: '1|1', uid: 'uid-anna' })
  await send('cart', { t: '2|1', uid: 'uid-anna' })
  await send('click', { t: '3|1', uid: 'uid-ben', data: { pid: 7 } })
  expect(countOf(await list('who=uid-anna&action=click'))).toBe(2)
  expect(countOf(await list('state=bad'))).toBe(1)
  expect(countOf(await list('text=visit-1'))).toBe(3)
  const stream = await listen('who=uid-anna')
  expect(countOf(await stream.next())).toBe(2)
  await Promise.all([
    send('click', { t: '4|1', uid: 'uid-anna' }),
    send('click', { t: '5|1', uid: 'uid-ben' }),
  ])
  let news = await stream.next()
  while (countOf(news) < 3) news = await stream.next()
  expect(countOf(news)).toBe(3)
  stream.close()
})

test('filtered events are exported, with one line or row each', async () => {
  await send('click', { t: '1|1', data: { pid: '=1+1' } })
  await send('cart', { t: '2|1' })
  const file = async (query: string) => {
    const reply = await fetch(`${service.url}/events/export?${query}`)
    expect(reply.headers.get('content-disposition')).toContain('attachment; filename="events.')
    return (await reply.text()).trimEnd().split('\n')
  }
  const lines = await file('format=ndjson')
  expect(lines.map((line) => JSON.parse(line).action)).toEqual(['cart', 'click'])
  const rows = await file('format=csv&action=click')
  expect(rows[0]).toBe('id,receivedAt,action,uid,visitId,t,isGood,reasons,notes,repeats,data,query')
  expect(rows.slice(1)).toEqual([expect.stringContaining('""pid"":""=1+1""')])
  expect((await fetch(`${service.url}/events/export?format=xml`)).status).toBe(400)
})

test('events with a note are good, and can be filtered', async () => {
  const [plain, noted] = ['1793786400001|1', '1793786400002|1'] as const
  await send('click', { t: plain })
  await send('click', { t: noted, data: { _uf: 'x' } })
  const momentsOf = async (state: string) => (await list(`state=${state}`)).events.map(({ t }) => t)
  expect(await momentsOf('note')).toEqual([noted])
  expect(await momentsOf('good')).toEqual([noted, plain])
})

test('requests that could not be read are recorded and shown on live pages', async () => {
  const stream = await listen()
  await stream.next()
  await fetch(`${service.url}/v2/1p.jpg`, { method: 'POST', body: 'action=click&uid=1' })
  expect((await stream.next()).refused).toMatchObject([{ method: 'POST', status: 405 }])
  stream.close()
  await fetch(`${service.url}/v2/1p.jpg?data=${'x'.repeat(70_000)}`)
  await fetch(`${service.url}/v2/1p.jpg?data=${'x'.repeat(200_000)}`).catch(() => undefined)
  const { refused, totals } = await list()
  expect(refused.map(({ method, status }) => [method, status])).toEqual([
    ['', 431],
    ['GET', 414],
    ['POST', 405],
  ])
  expect(refused[2]?.beginning).toBe('action=click&uid=1')
  expect(Math.max(...refused.map(({ beginning }) => beginning.length))).toBeLessThanOrEqual(500)
  expect(countOf({ totals })).toBe(0)
})

test('the stream contains each event as it arrives, and the totals', async () => {
  await send('visitor', { t: '1|1' })
  const stream = await listen()
  expect(stream.reply.headers.get('content-type')).toBe('text/event-stream')
  const first = await stream.next()
  expect([first.events, first.totals[0]]).toEqual([
    [],
    { action: 'visitor', good: 1, bad: 0, repeats: 0 },
  ])
  await send('click', { t: '2|1' })
  expect((await stream.next()).events).toMatchObject([{ id: 2, action: 'click', isGood: true }])
  await send('click', { t: '2|1' })
  expect((await stream.next()).events).toMatchObject([{ id: 2, repeats: 1 }])
  stream.close()
})

test('a filtered stream has the totals of all, and the events that pass', async () => {
  const stream = await listen('state=bad')
  await stream.next()
  await Promise.all([send('click', { t: '1|1' }), send('cart', { t: '2|1', data: { qty: 0 } })])
  const reported: LiveNews[] = []
  while (reported.flatMap(({ events }) => events).length === 0) reported.push(await stream.next())
  expect(reported.flatMap(({ events }) => events)).toMatchObject([{ action: 'cart' }])
  stream.close()
})

test('in a flood, the stream contains the newest events, and all are counted', async () => {
  const stream = await listen()
  await stream.next()
  await Promise.all(Array.from({ length: 500 }, (_, n) => send('click', { t: `${n}|1` })))
  let news: LiveNews
  let reported = 0
  do {
    news = await stream.next()
    reported = Math.max(reported, news.events.length)
  } while (news.totals.find(({ action }) => action === 'click')?.good !== 500)
  expect(reported).toBeLessThanOrEqual(200)
  expect(news.events.at(-1)?.id).toBe(500)
  stream.close()
})

test('a reset is announced, and the totals start over', async () => {
  await send('click')
  const stream = await listen()
  const clicksOf = ({ totals }: LiveNews) => totals.find(({ action }) => action === 'click')?.good
  expect(clicksOf(await stream.next())).toBe(1)
  await service.reset()
  const news = await stream.next()
  expect([news.isReset, clicksOf(news)]).toEqual([true, 0])
  stream.close()
})

test('an invalid filter is refused with a named fault', async () => {
  for (const query of ['state=ugly', 'event=x', 'who=a&who=b', `who=${'x'.repeat(501)}`])
    for (const path of ['list', 'stream']) {
      const reply = await fetch(`${service.url}/events/${path}?${query}`)
      expect([reply.status, (await reply.json()).error.name]).toEqual([400, 'bad-parameter'])
    }
  for (const before of ['x', '-1'])
    expect((await fetch(`${service.url}/events/list?before=${before}`)).status).toBe(400)
})
