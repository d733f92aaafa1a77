import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../test/support/fixtures/local-service.ts'
import type { EventList, LiveNews } from '../wire.ts'

// What live pages show is in live-model.test.ts.

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const send = (form: string, changes?: Parameters<typeof eventPath>[1]) =>
  fetch(service.url + eventPath(form, changes))

async function list(): Promise<EventList> {
  const reply = await fetch(`${service.url}/events/list`)
  return (await reply.json()) as EventList
}

/** Listens to the stream; `next` settles with its next message. */
async function listen() {
  const giveUp = new AbortController()
  const reply = await fetch(`${service.url}/events/stream`, { signal: giveUp.signal })
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

test('filtered events are exported, with one line or row each', async () => {
  await send('click', { t: '1|1', data: { pid: '=1+1' } })
  await send('cart', { t: '2|1' })
  const file = async (query: string) => {
    const reply = await fetch(`${service.url}/events/export?${query}`)
    expect(reply.headers.get('content-disposition')).toContain('attachment; filename="events.')
    const bytes = await reply.bytes()
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    expect(hasMark, query).toBe(query.includes('csv'))
    return new TextDecoder().decode(bytes).trimEnd().split('\n')
  }
  const lines = await file('format=ndjson')
  expect(lines.map((line) => JSON.parse(line).action)).toEqual(['cart', 'click'])
  const rows = await file('format=csv&action=click')
  expect(rows[0]).toBe('id,receivedAt,action,uid,visitId,t,isGood,reasons,notes,repeats,data,query')
  expect(rows.slice(1)).toEqual([expect.stringContaining('""pid"":""=1+1""')])
  expect((await fetch(`${service.url}/events/export?format=xml`)).status).toBe(400)
})

test('requests that could not be read are recorded and shown on live pages', async () => {
  const stream = await listen()
  expect(stream.reply.headers.get('content-type')).toBe('text/event-stream')
  await stream.next()
  await fetch(`${service.url}/v2/1p.jpg`, { method: 'POST', body: 'action=click&uid=1' })
  expect((await stream.next()).refused).toMatchObject([{ method: 'POST', status: 405 }])
  stream.close()
  await fetch(`${service.url}/v2/1p.jpg?data=${'x'.repeat(70_000)}`)
  await fetch(`${service.url}/v2/1p.jpg?data=${'x'.repeat(200_000)}`).catch(() => undefined)
  const { refused, events } = await list()
  expect(refused.map(({ method, status }) => [method, status])).toEqual([
    ['', 431],
    ['GET', 414],
    ['POST', 405],
  ])
  expect(refused[2]?.beginning).toBe('action=click&uid=1')
  expect(Math.max(...refused.map(({ beginning }) => beginning.length))).toBeLessThanOrEqual(500)
  expect(events).toEqual([])
})
