import { expect, test } from 'vitest'
import { storedEvent } from '../../test/support/fixtures/example-event.ts'
import type { AnalyticsReport, ItemReport } from '../analytics/report-type.ts'
import { groupByVisit, happenedAt } from '../pages/event-summary'
import { columnsThatFit } from '../pages/fitting-columns'
import { addressOf, scopeFrom } from '../pages/report-scope'
import { nameOf, pageOf } from '../pages/table-order'
import { analyticsTables, itemTables } from '../report-tables.ts'
import type { Cell } from '../table-columns.ts'
import { createCsvWriter } from '../write-csv.ts'

const today = '2026-11-05'

test('a scope survives the round trip through a URL, and invalid days are ignored', () => {
  const scope = { from: '2026-11-05', to: '', who: 'agents', compare: 'year' } as const
  expect(scopeFrom(new URLSearchParams(addressOf(scope)), today)).toEqual(scope)
  const all = { from: '', to: '', who: 'people', compare: 'previous' } as const
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), today)).toEqual(all)
  expect(scopeFrom(new URLSearchParams(addressOf(all)), today)).toEqual(all)
})

test('a URL without a scope means the last 28 days', () => {
  expect(scopeFrom(new URLSearchParams(), today)).toEqual({
    from: '2026-10-09',
    to: '2026-11-05',
    who: 'people',
    compare: 'previous',
  })
})

const at = 1_793_786_400_000
const step = (id: number, visitId: string, seconds: number) =>
  storedEvent({ id, visitId, at: at + seconds * 1000, receivedAt: at + 100_000 })

test('events are grouped by visit, each in the order in which they happened', () => {
  const groups = groupByVisit([step(4, 'b', 9), step(3, 'a', 5), step(2, 'a', 2), step(1, 'b', 1)])
  const reported = groups.map(({ visitId, steps }) =>
    [visitId, ...steps.map(({ event, since }) => `${event.id} after ${since}`)].join(),
  )
  expect(reported).toEqual(['b,1 after 0,4 after 8000', 'a,2 after 0,3 after 3000'])
})

test('an implausible time is replaced by the time of arrival', () => {
  for (const wrong of [0, at + 3 * 24 * 60 * 60 * 1000]) {
    expect(happenedAt(storedEvent({ at: wrong, receivedAt: at })), String(wrong)).toBe(at)
  }
})

const columnsOfCells: Readonly<Record<string, readonly Cell[]>> = {
  numbers: [2, undefined, 1],
  texts: ['b', undefined, 'a'],
  shares: [{ part: 2, whole: 2 }, undefined, { part: 1, whole: 2 }],
  changes: [{ now: 1, before: 0 }, undefined, { now: 1, before: 2 }],
}

test('a cell without a value is sorted last in both directions', () => {
  for (const [kind, cells] of Object.entries(columnsOfCells)) {
    const rows = cells.map((cell, at) => [`row ${at}`, cell])
    const columns = ['name', kind].map((name) => ({ name, kind: 'text' as const }))
    const order = (isDescending: boolean) =>
      pageOf(
        { title: kind, columns, rows },
        { column: 1, isDescending, filter: '', page: 0, pins: new Set(), wanted: [], unwanted: [] },
      ).rows.map(({ cells }) => nameOf(cells))
    expect(order(false), kind).toEqual(['row 2', 'row 0', 'row 1'])
    expect(order(true), kind).toEqual(['row 0', 'row 2', 'row 1'])
  }
})

test('a table shows the columns that fit, the wanted and the decisive first', () => {
  const column = (name: string, weight?: number) => ({
    ...{ name, kind: 'count' as const, ...(weight && { weight }) },
  })
  const columns = [column('Name'), column('a'), column('b', 2), column('c', 1), column('d')]
  const fit = (rem: number, wanted: string[] = [], unwanted: string[] = []) =>
    columnsThatFit(columns, rem, { wanted, unwanted })
      .map((place) => columns[place]?.name)
      .join('')
  expect(fit(5)).toBe('Namec')
  expect(fit(18)).toBe('Namebc')
  expect(fit(40)).toBe('Nameabcd')
  expect(fit(18, ['d'])).toBe('Namecd')
  expect(fit(18, ['d', 'a'])).toBe('Namead')
  expect(fit(18, [], ['c'])).toBe('Nameab')
})

test('steps of no list, and a failed search without a next one, have no page to link to', () => {
  const counts = { shown: 0, clicked: 1, added: 0, ordered: 0, units: 0, revenue: 0 }
  const none = { ...counts, list: '', label: 'No list', kind: 'none' as const, meanRank: null }
  const failed = {
    query: 'a',
    times: 1,
    visits: 1,
    asked: 0,
    went: 0,
    left: 1,
    ordered: 0,
    next: '',
  }
  const lists = itemTables['item-lists']({ lists: [none] } as unknown as ItemReport)
  const searches = analyticsTables['empty-searches']({
    emptySearches: [failed],
  } as unknown as AnalyticsReport)
  expect(lists.rows[0]?.[0]).toEqual({ text: 'No list', href: '' })
  expect(searches.rows[0]).toContainEqual({ text: '–', href: '' })
})

/** What a spreadsheet must not run, and how it is written. */
const cellsOfCsv: readonly (readonly [string | number, string])[] = [
  ['=1+1', "'=1+1"],
  ['x;=1+1', `"x;'=1+1"`],
  ['a;b', '"a;b"'],
  ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
  ['x\n-2+3', `"x\n'-2+3"`],
  ['a|b', '"a|b"'],
  ['plain', 'plain'],
  [-5, '-5'],
]

test('no cell of a CSV file is a formula, wherever a spreadsheet separates cells', async () => {
  const writer = createCsvWriter(cellsOfCsv.map((_, at) => `c${at}`))
  writer.end(cellsOfCsv.map(([cell]) => cell))
  const text = Buffer.concat(await writer.toArray()).toString()
  expect(text.startsWith('\ufeffc0,c1')).toBe(true)
  expect(text.slice(text.indexOf('\n') + 1)).toBe(
    `${cellsOfCsv.map(([, cell]) => cell).join(',')}\n`,
  )
})
