import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { boutique } from '../../test/support/fixtures/boutique.ts'
import { eventPath, eventQuery, queryText } from '../../test/support/fixtures/event-requests.ts'
import { rawRequest } from '../../test/support/fixtures/raw-request.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'

const service = serviceFor('file', { feed: boutique() })
beforeEach(() => service.reset())

const INJECTIONS = [
  "'; drop table tracker_events; --",
  '" or "1"="1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
  ']]></str><b>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'toString',
  '\r\nset-cookie: a=b',
  '%s%n%x',
  'a\0b',
  '\u202egnp.exe',
]

async function raw(path: string) {
  const reply = await rawRequest(service.url, { path })
  return { status: reply.statusCode, body: await text(reply) }
}

const isAlive = async () => {
  expect((await raw(eventPath('click', { t: '999999|1' }))).status).toBe(200)
  expect((await service.received()).at(-1)).toMatchObject({ action: 'click', isGood: true })
}

test('every injection in every parameter is a stored bad event, or valid text', async () => {
  const names = ['data', 'SvcKey', 'action', 'uid', 't']
  const whole = Object.fromEntries(new URLSearchParams(eventQuery('click')))
  for (const name of names) {
    for (const [index, injection] of INJECTIONS.entries()) {
      const t = `${index}|${names.indexOf(name)}`
      const query = queryText({ ...whole, t, [name]: injection })
      expect((await raw(`/v2/1p.jpg?${query}`)).status).toBe(200)
    }
  }
  const events = await service.received()
  expect(events).toHaveLength(names.length * INJECTIONS.length)
  for (const { isGood, reasons } of events) expect(isGood).toBe(reasons.length === 0)
  const foreignKeys = events.filter(({ reasons }) =>
    reasons.some((reason) => reason.startsWith('SvcKey')),
  )
  expect(foreignKeys).toHaveLength(INJECTIONS.length)
  await isAlive()
})

test('every wrong type in every field is a stored bad event', async () => {
  const wrong = [null, true, 7.5, -0.5, [], {}, [[[]]], { __proto__: 1 }, ['a', 1]]
  let count = 0
  for (const field of ['pid', 'qty', 'price', 'products', 'facets', 'pids_list', 'page', 'query']) {
    for (const value of wrong) {
      count += 1
      const data = { [field]: value }
      for (const form of ['order of one product', 'facets of a browse page']) {
        await raw(eventPath(form, { t: `${count}|${form.length}`, data }))
      }
    }
  }
  const events = await service.received()
  expect(events).toHaveLength(count * 2)
  expect(events.filter(({ isGood }) => isGood)).toEqual([])
  await isAlive()
})

const broken: readonly string[] = [
  'data=%',
  'data=%7',
  'data=%ZZ',
  'uid=%E9',
  'uid=%C0%AF',
  'uid=%ED%A0%80',
  'uid=%u00e9',
  '%E9=1',
  '=1',
  '&&&',
  '=',
  'data',
  'data=%7B%7D&data=%7B%7D',
  `data=${encodeURIComponent('['.repeat(9_000))}`,
  `data=${encodeURIComponent('{"a":'.repeat(5_000))}`,
  `data=${encodeURIComponent(`{"a":${'1'.repeat(20_000)}}`)}`,
  `data=${encodeURIComponent(`[${'{},'.repeat(5_000)}{}]`)}`,
  `data=${encodeURIComponent('{"pids_list":["\\ud800"]}')}`,
  `${'a=1&'.repeat(10_000)}`,
  `action=${'x'.repeat(60_000)}`,
]
test('an unreadable query is a stored bad event with short reasons', async () => {
  for (const query of broken) expect((await raw(`/v2/1p.jpg?${query}`)).status).toBe(200)
  const events = await service.received()
  expect(events).toHaveLength(broken.length)
  for (const { isGood, reasons } of events) {
    expect([isGood, reasons.length > 0]).toEqual([false, true])
    for (const reason of reasons) expect(reason.length).toBeLessThan(400)
  }
  await isAlive()
})

test('any message to the agent is answered, and never executed', async () => {
  const begun = await fetch(`${service.url}/v1/sites/demo-site/conversation?uid=u`)
  const { conversation_id: id } = (await begun.json()) as { conversation_id: string }
  const messages = [
    ...INJECTIONS,
    '(((((',
    '* NOT title:x',
    'NEAR(a b)',
    '"',
    '€',
    'under',
    'size',
    'not',
    '1'.repeat(2_000),
  ]
  for (const message of messages) {
    const reply = await fetch(`${service.url}/v1/sites/demo-site/conversation/${id}/chat?uid=u`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message,
        filters: [{ field: 'color', options: [message.slice(0, 300)] }],
        metadata: [{ name: message.slice(0, 300), value: [message.slice(0, 300)] }],
      }),
    })
    expect(reply.status, message).toBe(200)
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  }
  await isAlive()
})

test('the console gets stored events as JSON that no browser treats as a page', async () => {
  for (const [index, uid] of INJECTIONS.entries())
    await raw(eventPath('search', { t: `${index}|1`, uid, data: { query: uid, visitId: uid } }))
  for (const path of ['/events/list', '/analytics/data', '/events/list?who=%3Cscript%3E']) {
    const reply = await fetch(service.url + path)
    expect(reply.status, path).toBe(200)
    expect(reply.headers.get('content-type'), path).toContain('application/json')
    expect(reply.headers.get('x-content-type-options'), path).toBe('nosniff')
  }
  const { body } = await raw('/events/list')
  const stored = (JSON.parse(body) as { events: readonly { uid: string }[] }).events.map(
    ({ uid }) => uid,
  )
  expect(stored).toEqual(expect.arrayContaining(INJECTIONS.slice(0, 8)))
  // A query may reach the links of the page's navigation, percent-encoded, and nothing else.
  const withoutQueries = (page: string) => page.replaceAll(/(href="[^"?]*)\?[^"<>'\s]*/g, '$1')
  for (const path of ['/events', '/analytics']) {
    const plain = await raw(path)
    expect(plain.status, path).toBe(200)
    for (const injection of [...INJECTIONS, `"'><script>alert(1)</script>`]) {
      const asked = await raw(`${path}?who=${encodeURIComponent(injection)}`)
      expect(withoutQueries(asked.body), injection).toBe(withoutQueries(plain.body))
    }
  }
})
