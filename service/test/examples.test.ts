import { expect, test } from 'vitest'
import { blocksOf } from '../../test/support/fixtures/docs.ts'
import { queryText } from '../../test/support/fixtures/event-requests.ts'
import { demoKeys } from '../http/keys.ts'
import { readEvent } from '../tracker/judge-event.ts'
import { rules } from '../tracker/payload-rules.ts'

// The examples of the event dictionary, judged by the service's own rules.

interface Example {
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
}

const common = {
  url: 'https://shop.example/list',
  referrer: '',
  visit_type: 'first_time',
  visitId: 'visit-1',
  ver: 'svc-tag/0.1.0',
}
const read = (query: string) => readEvent(query, demoKeys.siteKey)
const blocks = blocksOf('docs/events.md')
const examples = blocks
  .filter(({ file }) => file === 'event')
  .map(({ where, code }) => ({ where, ...(JSON.parse(code) as Example) }))

test('each action of the event dictionary has an example, which the service accepts without a note', () => {
  expect([...new Set(examples.map(({ action }) => action))]).toEqual([...rules.keys()])
  for (const { where, action, data } of examples) {
    const event = { SvcKey: demoKeys.siteKey, action, uid: 'uid-1', t: '1764000003210|0.5' }
    const query = queryText({ ...event, data: JSON.stringify({ ...data, ...common }) })
    expect(read(query), where).toMatchObject({ action, reasons: [], notes: [] })
  }
})

test('the service accepts the request in the event dictionary', () => {
  const request = blocks.find(({ file }) => file === 'request')?.code ?? ''
  const [, query = ''] = request.trim().replace('=SITE', `=${demoKeys.siteKey}`).split('?')
  expect(read(query)).toMatchObject({ action: 'click', reasons: [], data: { pid: 'sku-7' } })
})
