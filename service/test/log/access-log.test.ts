import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventPath, eventQuery } from '../../../test/support/fixtures/event-requests.ts'
import { memoryStore } from '../../../test/support/fixtures/memory-stores.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { createLineReader } from '../../commands/access-log.ts'
import { importLog } from '../../commands/import-events.ts'
import { readLog } from '../../commands/read-log.ts'
import { createEventStore } from '../../store/event-table.ts'

const CHROME = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
const AT = Date.UTC(2026, 10, 24, 10, 0, 1)

const combined = (target: string, { method = 'GET', status = 200 } = {}) =>
  `10.0.0.1 - - [24/Nov/2026:12:00:01 +0200] "${method} ${target} HTTP/1.1" ${status} 43 "-" "${CHROME}"`

test('an nginx line gives the query, the time and the browser', () => {
  const line = createLineReader()(combined(eventPath('click')))
  expect(line).toEqual({ query: eventQuery('click'), browser: 'Chrome', receivedAt: AT })
})

test('a CloudFront line gives the same, decoded once', () => {
  const read = createLineReader()
  read('#Version: 1.0')
  read('#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query')
  const query = eventQuery('click').replaceAll('%', '%25')
  const agent = CHROME.replaceAll(' ', '%20')
  const fields = ['2026-11-24', '10:00:01', 'GET', '/v2/1p.jpg', '200', agent, query]
  expect(read(fields.join('\t'))).toEqual({
    query: eventQuery('click'),
    browser: 'Chrome',
    receivedAt: AT,
  })
})

test('a path prefix and a whole URL are read; a line without a query is refused', () => {
  const read = createLineReader()
  const path = eventPath('click')
  for (const target of [
    `/t${path}`,
    `https://t.example${path}`,
    `http://t.example:8080/a/b${path}`,
  ])
    expect(read(combined(target)), target).toMatchObject({ query: eventQuery('click') })
  expect(read(combined('/v2/1p.jpg'))).toEqual({ refusal: 'The request has no query string.' })
})

test('lines about other requests do not count as refused, but refused tracker requests do', () => {
  const read = createLineReader()
  const refusalOf = (line: string) => {
    const result = read(line)
    return 'refusal' in result ? (result.refusal ?? 'other') : 'event'
  }
  expect(refusalOf(combined('/logo.svg'))).toBe('other')
  expect(refusalOf(combined(eventPath('click'), { method: 'HEAD' }))).toBe('other')
  expect(refusalOf(combined(eventPath('click'), { status: 503 }))).toContain('503')
  expect(refusalOf('broken')).toContain('combined format')
})

test('an import rejects if its file cannot be read or unpacked', async () => {
  const events = await createEventStore(memoryStore())
  const [missing, broken] = ['missing.gz', 'broken.gz'].map((name) => outputPath(name))
  writeFileSync(broken as string, 'no gzip')
  await expect(
    importLog(readLog({ file: missing as string, siteKey: 'demo-site' }), events),
  ).rejects.toThrow('ENOENT')
  await expect(
    importLog(readLog({ file: broken as string, siteKey: 'demo-site' }), events),
  ).rejects.toThrow('header')
})

test('an import reports what was accepted, refused with reasons, and repeated', async () => {
  const file = outputPath('access.log.gz')
  const lines = [
    combined(eventPath('click')),
    combined(eventPath('click')),
    combined(eventPath('click', { t: '2|1', data: { pid: 7 } })),
    combined('/'),
    'broken',
  ]
  writeFileSync(file, gzipSync(lines.join('\n')))
  const events = await createEventStore(memoryStore())
  expect(await importLog(readLog({ file, siteKey: 'demo-site' }), events)).toEqual({
    ...{ lines: 5, other: 1, good: 1, bad: 1, repeats: 1 },
    refused: { 'The line is not in the combined format.': 1 },
    badBy: { 'pid must be text, but is the number 7.': 1 },
  })
})

test('a byte order mark hides neither the first event nor the columns', async () => {
  const file = outputPath('bom.log')
  const fields = ['2026-11-24', '10:00:01', 'GET', '/cdn/v2/1p.jpg', '200', eventQuery('click')]
  const header = '#Fields: date time cs-method cs-uri-stem sc-status cs-uri-query'
  writeFileSync(file, `\ufeff${header}\n${fields.join('\t').replaceAll('%', '%25')}\n`)
  const events = await createEventStore(memoryStore())
  expect(await importLog(readLog({ file, siteKey: 'demo-site' }), events)).toMatchObject({
    good: 1,
    refused: {},
  })
})

test('the lines of a truncated .gz are read before the error', async () => {
  const file = outputPath('cut.log.gz')
  const lines = Array.from({ length: 3_000 }, (_, n) =>
    combined(eventPath('click', { t: `1793786400000|0.${n}1` })),
  )
  const whole = gzipSync(lines.join('\n'))
  writeFileSync(file, whole.subarray(0, Math.floor(whole.length / 2)))
  const store = memoryStore()
  const events = await createEventStore(store)
  const reading = importLog(readLog({ file, siteKey: 'demo-site' }), events)
  await expect(reading).rejects.toThrow(
    /cut\.log\.gz: the file is cut\. Its first \d{3,} lines are /,
  )
  expect(await events.count('click')).toBeGreaterThan(100)
})

/** Lines that are not in the format, but almost. */
const ALMOST: readonly string[] = [
  `a b ${'['.repeat(100_000)}`,
  `a b [x] "${'y '.repeat(60_000)}`,
  combined(eventPath('click')).replace('" 200 ', `${'"z'.repeat(50_000)} 2`),
  `10.0.0.1 - ${'[24/Nov/2026:12:00:01 +0200] '.repeat(4_000)}`,
  `${combined(eventPath('click')).slice(0, -10)}${'\\'.repeat(100_001)}`,
]

test('malformed and endless lines are refused by name, in time that grows with their length only', async () => {
  const file = outputPath('hostile.log')
  const endless = ['a', '[', '"', ' '].map((piece) => piece.repeat(5_000_000))
  writeFileSync(file, [...ALMOST, ...endless, combined(eventPath('click'))].join('\n'))
  const events = await createEventStore(memoryStore())
  const start = performance.now()
  const report = await importLog(readLog({ file, siteKey: 'demo-site' }), events)
  // Before, one of these lines took up to a minute.
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(report).toMatchObject({ lines: 10, refused: { 'The line is longer than 128 kB.': 4 } })
  expect(report.good).toBeGreaterThanOrEqual(1)
})
