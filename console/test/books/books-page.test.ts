import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEventStore, openKnownStore, openStore } from 'svc-tag-service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startService, type TestService } from '../../../test/support/fixtures/local-service.ts'
import { loggedEvent } from '../../../test/support/fixtures/logged-event.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { runBooks } from '../../books/books-command.ts'
import type { BooksPage, BooksPreview, BooksResult } from '../../books/books-result.ts'
import { orderReference } from '../../books/order-reference.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

async function send(path: string, csv: string, method = 'POST') {
  const page = await (await fetch(`${service.url}/books`)).text()
  const [, token = ''] = /console-token" content="([^"]+)/.exec(page) ?? []
  const reply = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'text/csv', 'svc-console-token': token },
    ...(method === 'POST' && { body: csv }),
  })
  return (await reply.json()) as never
}

const csv =
  'Order;Datum;Total;Payment\n1;28.11.2026 15:04;12,50;card\n2;29.11.2026 15:04;7,50;card\n'

test('the page previews and compares a file, and keeps the result without its orders', async () => {
  const preview: BooksPreview = await send('/books/preview?zone=UTC', csv)
  expect(preview).toMatchObject({
    mapping: { id: 'Order', time: 'Datum', total: 'Total' },
    orders: [{ id: '1', total: 12.5, at: Date.UTC(2026, 10, 28, 15, 4) }, { id: '2' }],
    problem: '',
  })
  const without: BooksPreview = await send('/books/preview?map=time%3D', csv)
  expect(without.problem).toMatch(/No column looks like a time/)

  const result: BooksResult = await send('/books/compare', csv)
  expect(result).toMatchObject({ orders: 2, missing: 2, problems: [{ id: '1' }, { id: '2' }] })
  const known = async () => (await (await fetch(`${service.url}/books/data`)).json()) as BooksPage
  const { result: kept } = await known()
  expect(kept).toMatchObject({ orders: 2, missing: 2, days: [{ orders: 1 }, { orders: 1 }] })
  expect(JSON.stringify(kept)).not.toContain('problems')
  await send('/books/data', '', 'DELETE')
  expect(await known()).not.toHaveProperty('result')
})

test('a file that cannot be read gets a sentence, and large files are streamed', async () => {
  expect(await send('/books/compare', 'Order;Datum\n1;soon\n')).toMatchObject({
    error: { name: 'bad-books', message: expect.stringContaining('Row 2, column “Datum”') },
  })
  const rows = Array.from({ length: 60_000 }, (_, id) => `${id};28.11.2026 15:04;1,50;card`)
  const large = `Order;Datum;Total;Payment\n${rows.join('\n')}`
  expect(large.length).toBeGreaterThan(1_500_000)
  expect(await send('/books/compare', large)).toMatchObject({ orders: 60_000, missing: 60_000 })
})

test('the command compares, fails under a share, and says in one line what is wrong', async () => {
  const [db, file] = [outputPath('books.db'), outputPath('books.csv')]
  mkdirSync(dirname(db), { recursive: true })
  const store = await openStore(db)
  const { add } = await createEventStore(store)
  const data = { pid: 'A', qty: '1', price: '12.50', ref: orderReference('demo-site', '1') }
  await add([loggedEvent({ action: 'order', t: `${Date.UTC(2026, 10, 28, 15, 4)}|0.5`, data })])
  await store.close()
  writeFileSync(file, csv)
  const run = async (...args: readonly string[]) => {
    const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
      spy.mockReset().mockImplementation(() => {}),
    )
    const code = await runBooks(args, { openStore: openKnownStore, siteKey: 'demo-site' })
    const [stdout, stderr] = [log, error].map((spy) => spy?.mock.calls.flat().join('\n') ?? '')
    vi.restoreAllMocks()
    return { code, stdout: stdout ?? '', stderr: stderr ?? '' }
  }
  const zone = ['--time-zone', 'UTC']
  const good = await run(file, '--db', db, ...zone)
  expect(good).toMatchObject({ code: 0, stderr: expect.stringContaining('id        Order') })
  expect(good.stdout).toContain('1 counted once (50 %) · 1 missing')
  const json = await run(file, '--db', db, ...zone, '--format', 'json', '--fail-under', '98')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({ once: 1, missing: 1 })
  for (const [args, sentence] of [
    [[], /name the CSV file/],
    [['none.csv', '--db', db], /none\.csv: there is no such file/],
    [[file], /name a store/],
    [[file, '--db', db, '--dates', 'x'], /--dates x: write dmy or mdy/],
    [[file, '--db', db, '--time-zone', 'Mars'], /not a time zone/],
    [[file, '--db', db, '--map', 'time=when'], /no column “when”; the columns are Order, Datum/],
  ] as const) {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  }
})
