import { expect, test } from '@playwright/test'
import { parseSettings } from '../../../src/parts/calls/check-settings'

const page = 'https://shop.example/c/shoes?x=1#top'
const least = { siteKey: 'SITE', trackerUrl: 'https://tracker.example/' }

function parse(given: Record<string, unknown>) {
  const notices: string[] = []
  const settings = parseSettings(given, page, (text) => notices.push(text))
  return { settings, notices }
}

test('the least that is needed is a site key and a tracker', () => {
  const { settings, notices } = parse(least)
  expect(settings).toEqual({
    siteKey: 'SITE',
    trackerUrl: 'https://tracker.example',
    consent: 'granted',
    respectGpc: true,
    tcfPurposes: [1, 8],
    recordBots: false,
    scrubUrl: [],
    scrubSearch: false,
    createUserId: true,
    visitTimeoutMs: 1_800_000,
    impressions: { ratio: 0.5, dwellMs: 1_000 },
    scriptClicks: false,
    requestIdHeaders: ['svc-request-id', 'x-request-id'],
    browseHeaders: false,
    strictFields: false,
    maxUrlBytes: 7_600,
    trackerDropsRepeats: false,
    debug: false,
    inspect: false,
  })
  expect(notices).toEqual([])
})

test('what is missing is named, and nothing is set up', () => {
  const { settings, notices } = parse({ apiKey: 'KEY' })
  expect(settings).toBeUndefined()
  expect(notices).toEqual(['nothing is reported without siteKey and trackerUrl'])
})

for (const [given, address] of [
  ['', 'https://shop.example'],
  ['/svc/', 'https://shop.example/svc'],
  ['//tracker.example', 'https://tracker.example'],
  ['https://tracker.example/a/?b#c', 'https://tracker.example/a'],
] as const) {
  test(`the tracker "${given}" is ${address}`, () => {
    expect(parse({ ...least, trackerUrl: given }).settings?.trackerUrl).toBe(address)
  })
}

const attributes: Record<string, [text: string, value: unknown]> = {
  respectGpc: ['false', false],
  debug: ['', true],
  tcfPurposes: ['[1]', [1]],
  scrubUrl: ['["email"]', ['email']],
  visitTimeoutMs: ['60000', 60_000],
  impressions: ['{"dwellMs":200}', { ratio: 0.5, dwellMs: 200 }],
  consent: ['hold', 'hold'],
  requestIdHeaders: ['["x-id"]', ['x-id']],
  dataLayer: ['true', {}],
  map: ['{"cart":{"in":".buy"}}', { cart: { in: '.buy' } }],
}
for (const [name, [text, value]] of Object.entries(attributes)) {
  test(`${name} can be written as the attribute text ${text}`, () => {
    const { settings, notices } = parse({ ...least, [name]: text })
    expect(settings).toMatchObject({ [name]: value })
    expect(notices).toEqual([])
  })
}

const unreadable: Record<string, unknown> = {
  respectGpc: 'perhaps',
  tcfPurposes: '[one]',
  scrubUrl: '"email"',
  visitTimeoutMs: '0',
  impressions: '{"ratio":2}',
  consent: 'yes',
  maxUrlBytes: 'many',
  trackerCors: 'constructor',
  browseUrl: 'ftp://search.example',
  dataLayer: '["order"]',
  map: 'null',
}
for (const [name, text] of Object.entries(unreadable)) {
  test(`an unreadable ${name} is named and its default is used`, () => {
    const { settings, notices } = parse({ ...least, [name]: text })
    expect(settings).toEqual(parse(least).settings)
    expect(notices).toEqual([expect.stringMatching(`^${name} needs `)])
  })
}

test('what a page has put on a prototype is no setting', () => {
  const given = Object.assign(Object.create({ debug: true }), least)
  expect(parse(given).settings?.debug).toBe(false)
})
