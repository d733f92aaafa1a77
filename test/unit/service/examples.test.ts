import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from '../../support/fixtures/docs.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'

// The examples of the event dictionary, judged by the service's own rules.

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

interface Example {
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
}

const COMMON = {
  url: 'https://shop.example/list',
  referrer: '',
  visit_type: 'first_time',
  visitId: 'visit-1',
  ver: 'svc-tag/0.1.0',
}

function requestFor({ action, data }: Example): string {
  const query = new URLSearchParams({
    data: JSON.stringify({ ...data, ...COMMON }),
    SvcKey: service.keys.siteKey,
    action,
    uid: 'uid-1',
    t: '1764000003210|0.5',
  })
  return `/v2/1p.jpg?${query}`
}

const blocks = blocksOf('docs/events.md')
const examples = blocks.filter(({ file }) => file === 'event')

test('the event dictionary has an example of every action', () => {
  const actions = examples.map(({ code }) => (JSON.parse(code) as Example).action)
  expect([...new Set(actions)]).toEqual([
    'visitor',
    'search',
    'PRODUCT_IMPRESSIONS',
    'click',
    'facets',
    'cart',
    'order',
  ])
})

for (const { where, code } of examples) {
  test(`the service accepts the event at ${where} without a note`, async () => {
    await service.reset()
    const example = JSON.parse(code) as Example
    await fetch(service.url + requestFor(example))
    const [event] = await service.received()
    expect(event).toMatchObject({ action: example.action, isGood: true, reasons: [] })
  })
}

test('the service accepts the request in the event dictionary without a note', async () => {
  await service.reset()
  const [request] = blocks.filter(({ file }) => file === 'request')
  const path = request?.code
    .trim()
    .replace(/^GET /, '')
    .replace('=SITE', `=${service.keys.siteKey}`)
  await fetch(service.url + path)
  const [event] = await service.received()
  expect(event).toMatchObject({
    action: 'click',
    isGood: true,
    reasons: [],
    data: { pid: 'sku-7' },
  })
})
