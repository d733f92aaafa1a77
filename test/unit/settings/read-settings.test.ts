import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const least = { siteKey: 'SITE', trackerUrl: 'https://tracker.example/' }

/** A page whose settings were read and checked by the calls part. */
function read(written: Readonly<Record<string, unknown>> = {}) {
  const page = openPage(createBrowser(), { url: 'https://shop.example/c/shoes?x=1#top' })
  const { settings, readSettings } = page.tag.readSettings
  const mayStart = page.run(() => {
    const isReady = readSettings({ ...least, ...written })
    page.tag.checkSettings.checkSettings()
    return isReady
  })
  return { page, settings, mayStart, warnings: page.warnings }
}

test('only the site key and the tracker are required: all other settings have defaults', () => {
  const { settings, mayStart, warnings } = read()
  expect(JSON.parse(JSON.stringify(settings))).toEqual({
    siteKey: 'SITE',
    trackerUrl: 'https://tracker.example',
    consent: 'granted',
    respectGpc: true,
    tcfPurposes: [1, 8],
    recordBots: false,
    scrubUrl: [],
    scrubSearch: false,
    scrubAlso: [],
    createUserId: true,
    visitTimeoutMs: 1_800_000,
    impressions: { ratio: 0.5, dwellMs: 1_000 },
    scriptClicks: false,
    requestIdHeaders: ['svc-request-id', 'unx-request-id', 'x-request-id'],
    browseHeaders: false,
    strictFields: false,
    maxUrlBytes: 7_600,
    shadow: false,
    debug: false,
    inspect: false,
  })
  expect([mayStart, warnings]).toEqual([true, []])
})

test('the vendor preset sets only what is not written, and no other preset starts the tag', () => {
  const { settings, mayStart, warnings } = read({ preset: 'vendor' })
  expect(settings).toMatchObject({ preset: 'vendor', impressions: 'load', strictFields: true })
  expect([mayStart, warnings]).toEqual([true, []])
  const own = read({ preset: 'vendor', impressions: '{"ratio":1}', strictFields: 'false' })
  expect(own.settings).toMatchObject({ impressions: { ratio: 1 }, strictFields: false })
  const other = read({ preset: 'vendors' })
  expect(other.mayStart).toBe(false)
  expect(other.warnings.join()).toContain(
    'preset is “vendors”, so the tag does not start. It needs vendor.',
  )
})

test.each([
  ['trackerUrl', '', 'https://shop.example'],
  ['trackerUrl', '/svc/', 'https://shop.example/svc'],
  ['trackerUrl', '//tracker.example', 'https://tracker.example'],
  ['trackerUrl', 'https://tracker.example/a/?b#c', 'https://tracker.example/a'],
  ['respectGpc', 'false', false],
  ['debug', '', true],
  ['scrubUrl', '["email"]', ['email']],
  ['visitTimeoutMs', '60000', 60_000],
  ['impressions', '{"dwellMs":200}', { ratio: 0.5, dwellMs: 200 }],
  ['consent', ' Hold ', 'hold'],
  ['requestIdHeaders', '["x-id"]', ['x-id']],
  ['dataLayer', 'true', true],
  ['dataLayer', 'false', false],
  ['map', '{"cart":{"in":".buy"}}', { cart: { in: '.buy' } }],
  ['tcfPurposes', '[1]', [1]],
] as const)('%s can be written as the attribute text “%s”', (name, text, value) => {
  const { settings, mayStart, warnings } = read({ [name]: text })
  expect(settings[name]).toEqual(value)
  expect([mayStart, warnings]).toEqual([true, []])
})

test.each([
  ['visitTimeoutMs', '0'],
  ['impressions', '{"ratio":2}'],
  ['impressions', 'null'],
  ['maxUrlBytes', 'many'],
  ['trackerCors', 'constructor'],
  ['agentUrl', 'ftp://agent.example'],
  ['browseUrl', 'ftp://search.example'],
  ['dataLayer', '["order"]'],
  ['agentTools', '["search"]'],
  ['map', 'null'],
])('an unreadable %s, %s, is named and keeps its default', (name, text) => {
  const { settings, warnings } = read({ [name]: text })
  expect(settings).toEqual(read().settings)
  expect(warnings).toEqual([expect.stringMatching(`^svc-tag: ${name} is .*, so .*\\. It needs `)])
})

test('a member that a page has put on a prototype is not a setting', () => {
  const { page, settings } = read()
  const written = Object.assign(Object.create({ debug: true }), least)
  page.run(() => {
    page.tag.readSettings.readSettings(written)
    page.tag.checkSettings.checkSettings()
  })
  expect(settings.debug).toBe(false)
})
