import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixelUrl } from '../../../src/wire/pixel-url.ts'
import type { TrackerEvent } from '../../../src/wire/tracker-event.ts'
import { click } from '../../support/fixtures/builders'

const address = { trackerUrl: 'https://tracker.example', siteKey: 'SITE' }

test('parameters stand in the order of the contract, each value percent-encoded', () => {
  const url = pixelUrl(address, click('sku 7&8', '1500000000000|0.25'))
  expect(url).toMatch(/^https:\/\/tracker\.example\/v2\/1p\.jpg\?data=%7B%22pid%22/)
  expect([...new URL(url).searchParams.keys()]).toEqual(['data', 'SvcKey', 'action', 'uid', 't'])
  expect(url).toContain('&t=1500000000000%7C0.25')
  expect(url).toContain('sku%207%268')
})

/** The text with what no service takes replaced. */
const taken = (text: string) =>
  text.toWellFormed().replace(/(?![\t\n\r\x80-\x9f])\p{Cc}/gu, '\ufffd')

test('any text survives, with control and half characters replaced', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(text, text, (query, uid) => {
      const event = { ...click('p'), action: 'search', uid, data: { query } } as TrackerEvent
      const sent = new URL(pixelUrl(address, event)).searchParams
      expect(JSON.parse(sent.get('data') ?? '')).toEqual({ query: taken(query) })
      expect(sent.get('uid')).toBe(taken(uid))
    }),
  )
})

test('a lone surrogate does not stop the event', () => {
  const event = { ...click('p'), data: { query: 'a\ud800b' } } as unknown as TrackerEvent
  expect(pixelUrl(address, event)).toContain(encodeURIComponent('a\ufffdb'))
})
