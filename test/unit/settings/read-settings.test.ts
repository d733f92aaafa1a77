import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const least = { siteKey: 'SITE', trackerUrl: 'https://tracker.example/' }

/** A page whose settings were read and checked by the calls part. */
function read(written: Readonly<Record<string, unknown>> = {}) {
  const page = openPage(createBrowser(), { url: 'https://shop.example/c/shoes?x=1#top' })
  const { settings, parsedSetting, readSettings } = page.tag.readSettings
  const faulty = page.run(() => {
    const names = readSettings({ ...least, ...written })
    page.tag.checkSettings.checkSettings()
    return names
  })
  return { page, settings, parsedSetting, faulty, warnings: page.warnings }
}

test('only the site key and the tracker are required: all other settings have defaults', () => {
  const { settings, faulty, warnings } = read()
  expect(settings).toEqual({
    siteKey: 'SITE',
    trackerUrl: 'https://tracker.example',
    consent: 'granted',
    respectGpc: true,
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
  expect(faulty).toEqual([])
  expect(warnings).toEqual([])
})

test('the vendor preset sets only what is not written, and no other preset is known', () => {
  const { settings, faulty, warnings } = read({ preset: 'vendor' })
  expect(settings).toMatchObject({ preset: 'vendor', impressions: 'load', strictFields: true })
  expect([...faulty, ...warnings]).toEqual([])
  const own = read({ preset: 'vendor', impressions: '{"ratio":1}', strictFields: 'false' })
  expect(own.settings).toMatchObject({ impressions: { ratio: 1 }, strictFields: false })
  const other = read({ preset: 'vendors' })
  expect([other.settings.strictFields, other.faulty]).toEqual([false, ['preset']])
  expect(other.warnings.join()).toContain('preset needs vendor')
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
  ['consent', 'hold', 'hold'],
  ['requestIdHeaders', '["x-id"]', ['x-id']],
  ['dataLayer', 'true', {}],
  ['map', '{"cart":{"in":".buy"}}', { cart: { in: '.buy' } }],
  ['tcfPurposes', '[1]', [1]],
] as const)('%s can be written as the attribute text “%s”', (name, text, value) => {
  const { settings, parsedSetting, faulty, warnings } = read({ [name]: text })
  // A part reads `tcfPurposes` itself.
  const own = name === 'tcfPurposes' ? parsedSetting(name) : settings[name]
  expect(own).toEqual(value)
  expect([faulty, warnings]).toEqual([[], []])
})

/** `isFirst`: the first file reads the setting, and loads the part that reports mistakes in it. */
test.each<readonly [name: string, text: string, isFirst: boolean]>([
  ['respectGpc', 'perhaps', true],
  ['scrubUrl', '"email"', true],
  ['visitTimeoutMs', '0', true],
  ['impressions', '{"ratio":2}', true],
  ['impressions', 'perhaps', true],
  ['impressions', 'null', true],
  ['consent', 'yes', true],
  ['maxUrlBytes', 'many', true],
  ['trackerCors', 'constructor', true],
  ['agentUrl', 'ftp://agent.example', true],
  ['browseUrl', 'ftp://search.example', false],
  ['tcfPurposes', '[one]', false],
  ['dataLayer', '["order"]', false],
  ['agentTools', '["search"]', false],
  ['map', 'null', false],
  ['orderPages', '(', false],
])('an unreadable %s, %s, warns and keeps its default', (name, text, isFirst) => {
  const { settings, faulty, warnings } = read({ [name]: text })
  expect(settings).toEqual(read().settings)
  expect(faulty).toEqual(isFirst ? [name] : [])
  expect(warnings).toEqual([expect.stringMatching(`^svc-tag: ${name} needs `)])
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
