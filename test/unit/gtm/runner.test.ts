import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { type Report, runTemplate } from '../../gtm/run-template.ts'
import { parseTemplate } from '../../gtm/template-file.ts'

const samples = ['basket-size', 'consent-pixel', 'call-queue'] as const
type Sample = (typeof samples)[number]

const textOf = (sample: Sample) =>
  readFileSync(new URL(`../../gtm/samples/${sample}.tpl`, import.meta.url), 'utf8')

/** The report of a sample after one change to its text. */
function reportOf(sample: Sample, from = '', to = '', isStrict = true): Report {
  const text = textOf(sample)
  expect(text).toContain(from)
  return runTemplate(parseTemplate(text.replace(from, to)), { isStrict })
}

const messagesOf = ({ failed, problems }: Report) =>
  [...failed.map(({ message }) => message), ...problems].join('\n')

for (const sample of samples) {
  test(`the scenarios of ${sample} pass, strictly too`, () => {
    const report = reportOf(sample)
    expect(messagesOf(report)).toBe('')
    expect(report.passed.length).toBeGreaterThan(2)
  })
}

const broken: readonly (readonly [
  what: string,
  sample: Sample,
  from: string,
  to: string,
  message: string,
])[] = [
  [
    'a cookie that is not permitted',
    'basket-size',
    "cookieName: 'basket'",
    "cookieName: 'other'",
    'no permission: get_cookies other',
  ],
  [
    'a part of the address that is not permitted',
    'basket-size',
    '"key": "query"',
    '"key": "path"',
    'no permission: get_url query',
  ],
  ['a wrong result', 'basket-size', "'12');", "'13');", '13 fails isEqualTo 12'],
  [
    'a field that the code does not know',
    'basket-size',
    '"name": "cookieName"',
    '"name": "cookie"',
    'the code reads data.cookieName, which is no field',
  ],
  [
    'a column that the code does not know',
    'basket-size',
    '"name": "word"',
    '"name": "text"',
    'no code reads the column text',
  ],
  [
    'a value that the form does not offer',
    'basket-size',
    '"value": "cookie"',
    '"value": "jar"',
    'a scenario gives place the value cookie, which it does not offer',
  ],
  [
    'a pixel to a host that is not permitted',
    'consent-pixel',
    "'.count.example/",
    "'.elsewhere.example/",
    'https://eu.elsewhere.example/p.gif',
  ],
  [
    'a consent type that is not permitted',
    'consent-pixel',
    '"string": "analytics_storage"',
    '"string": "ad_storage"',
    'no permission: access_consent read analytics_storage',
  ],
  [
    'a permission that nobody uses',
    'consent-pixel',
    '"boolean": false',
    '"boolean": true',
    'no scenario uses the permission access_consent write analytics_storage',
  ],
  [
    'a member of storage that is not permitted',
    'consent-pixel',
    '"string": "counted"',
    '"string": "count"',
    'no permission: access_local_storage read counted',
  ],
  [
    'a call too few',
    'consent-pixel',
    'done = true;\n    count();',
    'done = true;',
    'sendPixel was not called; its calls: []',
  ],
  [
    'a call too many',
    'consent-pixel',
    'let done = false;',
    'let done = false; count();',
    'sendPixel was called; its calls: [["https://us.count.example/p.gif","a function","a function"]]',
  ],
  [
    'a script from elsewhere',
    'call-queue',
    "'https://chat.example/'",
    "'https://chat.elsewhere/'",
    '[] fails containsExactly',
  ],
  [
    'a global that may only be read',
    'call-queue',
    '{ "type": 1, "string": "chat_first" }, { "type": 8, "boolean": false },\n                  { "type": 8, "boolean": true }',
    '{ "type": 1, "string": "chat_first" }, { "type": 8, "boolean": true },\n                  { "type": 8, "boolean": false }',
    'no permission: access_globals write chat_first',
  ],
  [
    'a global of another name',
    'call-queue',
    "'talk_queue'",
    "'talks.queue'",
    'no permission: access_globals readwrite talks.queue',
  ],
  [
    'a condition on a field that is not there',
    'call-queue',
    '"paramName": "room"',
    '"paramName": "rooms"',
    'greeting depends on rooms, which is no field',
  ],
  [
    'what is no part of the language',
    'call-queue',
    'const say = ',
    'const say = window.x || ',
    'line 14: window is not declared, and the sandbox has no globals',
  ],
]

for (const [what, sample, from, to, message] of broken) {
  test(`${what} is found`, () => {
    expect(messagesOf(reportOf(sample, from, to))).toContain(message)
  })
}

test('as in Tag Manager itself, a mocked API needs no permission unless strictly', () => {
  const change = [
    'call-queue',
    'https://chat.example/*.js',
    'https://chat.example/none.js',
  ] as const
  const queryMocked = (text: string) =>
    text.replace('const mockData', "mock('queryPermission', true);\n  const mockData")
  const run = (isStrict: boolean) => {
    const text = queryMocked(textOf(change[0]).replace(change[1], change[2]))
    return messagesOf(runTemplate(parseTemplate(text), { isStrict }))
  }
  expect(run(false)).toBe('')
  expect(run(true)).toContain('no permission: inject_script https://chat.example/shoes.js')
})

test('an API that was required before its mock stays real', () => {
  const report = reportOf(
    'call-queue',
    'runCode(mockData);\n    assertThat(copyFromWindow',
    "runCode(mockData);\n    mock('copyFromWindow', 'mocked');\n    assertThat(copyFromWindow",
  )
  expect(messagesOf(report)).toBe('')
})
