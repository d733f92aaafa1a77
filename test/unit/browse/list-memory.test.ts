import { expect, test } from 'vitest'
import type { ConsentState } from '../../../src/settings/settings'
import type { TrackerEvent, VisitId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { pageFields } from '../../support/fixtures/builders'

const visit = pageFields.visitId
const event = (action: string, data: object, visitId = visit) =>
  ({ action, uid: 'u', t: '1|0.5', data: { ...data, ...pageFields, visitId } }) as TrackerEvent
const views = (requestId: string | undefined, ...texts: string[]) =>
  event('PRODUCT_IMPRESSIONS', { query: 'q', pids_list: texts, ...(requestId && { requestId }) })
const requestIdIn = ({ data }: TrackerEvent) => (data as { requestId?: string }).requestId

/** A page that remembers lists, with the Shopping Agent if `hasAgent`. */
function open(
  browser = createBrowser(),
  { hasAgent = false, consent = 'granted' as ConsentState } = {},
) {
  const { tag, run } = openPage(browser, {
    settings: { consent, ...(hasAgent && { agentUrl: 'https://agent.example' }) },
  })
  run(() => tag.consent.startConsent(() => {}))
  const { rememberList, completeRequestId: complete, listsOfVisit } = tag.listMemory
  /** Browse has returned these products. */
  const show = (visitId: VisitId, pids: readonly string[], requestId = '') =>
    rememberList('shown-lists', visitId, [`shown ${requestId}`, ...pids])
  /** The request id of a cart event, which does not itself change what is remembered. */
  const requestIdOf = (pid: string, visitId = visit) =>
    requestIdIn(complete(event('cart', { pid, qty: '1' }, visitId)))
  const { local } = tag.storage
  return {
    show,
    complete,
    requestIdOf,
    listsOfVisit,
    erase: () => run(() => tag.consent.setConsent('denied')),
    local,
  }
}

test('a product belongs to the list that last contained it, whether returned or seen', () => {
  const { show, complete, requestIdOf } = open()
  show(visit, ['a', 'b'], 'r1')
  complete(views('r2', 'b', 'c'))
  expect(['a', 'b', 'c'].map((pid) => requestIdOf(pid))).toEqual(['r1', 'r2', 'r2'])
  show(visit, ['b'], 'r1')
  expect(['a', 'b', 'c'].map((pid) => requestIdOf(pid))).toEqual(['r1', 'r1', 'r2'])
})

test('the list of a click is remembered, however many lists are seen later', () => {
  const { show, complete, requestIdOf } = open()
  complete(event('click', { pid: 'a', requestId: 'clicked' }))
  for (let answer = 0; answer < 60; answer += 1) {
    show(visit, ['a', 'b'], `r${answer}`)
    complete(views(`r${answer}`, 'a', 'b'))
  }
  expect(['a', 'b'].map((pid) => requestIdOf(pid))).toEqual(['clicked', 'r59'])
})

test('a list without a request id replaces no list when it is seen', () => {
  const { show, complete, requestIdOf } = open(createBrowser(), { hasAgent: true })
  show(visit, ['a'], 'r1')
  complete(views(undefined, 'a'))
  expect(requestIdOf('a')).toBe('r1')
})

test('an event keeps its own request id, and other actions are not changed', () => {
  const { show, complete } = open()
  show(visit, ['a'], 'r1')
  expect(requestIdIn(complete(event('click', { pid: 'a', requestId: 'own' })))).toBe('own')
  for (const other of [
    event('order', { pid: 'a', qty: '1', price: '1' }),
    event('search', { query: 'q' }),
    views(undefined, 'a'),
    event('click', { pid: 'z' }),
  ])
    expect(complete(other)).toBe(other)
})

test('without a request id nothing is stored, unless the shop has the Shopping Agent', () => {
  const browser = createBrowser()
  const events = [views(undefined, 'a'), event('click', { pid: 'a' }), event('cart', { pid: 'a' })]
  const { local, ...plain } = open(browser)
  events.forEach(plain.complete)
  expect(local.keys()).toEqual([])
  const { complete, listsOfVisit } = open(browser, { hasAgent: true })
  events.forEach(complete)
  expect(listsOfVisit(visit)).toEqual([
    ['carts ', 'a'],
    ['clicks ', 'a'],
    ['views ', 'a'],
  ])
})

test('the last forty lists of a hundred products are kept, and no more', () => {
  const { show, listsOfVisit } = open()
  const list = (number: number) => Array.from({ length: 101 }, (_, index) => `${number}-${index}`)
  for (let number = 0; number <= 40; number++) show(visit, list(number), `r${number}`)
  const known = listsOfVisit(visit)
  expect(known.map(([name]) => name)).toEqual(
    Array.from({ length: 40 }, (_, index) => `shown r${40 - index}`),
  )
  expect(known[0]?.slice(1)).toEqual(list(40).slice(0, 100))
})

for (const [title, browser, consent] of [
  ['where nothing can be stored', createBrowser({ isBlocked: true }), 'granted'],
  ['while consent is on hold', createBrowser(), 'hold'],
] as const) {
  test(`${title}, only the page remembers`, () => {
    const { show, requestIdOf, erase, local } = open(browser, { consent })
    show(visit, ['a'], 'r1')
    expect(local.keys()).toEqual([])
    expect(open(browser).requestIdOf('a')).toBeUndefined()
    expect(requestIdOf('a')).toBe('r1')
    erase()
    expect(requestIdOf('a')).toBeUndefined()
  })
}

test('a stored item in another format is ignored', () => {
  const others = 'visit-2\u001eshown r1\u001fa'
  for (const text of ['', 'null', '{"a":1}', visit, '\u001e', `${visit}\u001e`, others]) {
    const { local, show, requestIdOf } = open()
    show(visit, ['a'], 'r1')
    const [key = ''] = local.keys()
    local.write(key, text)
    expect(requestIdOf('a')).toBeUndefined()
  }
})

test('a product keeps the request id of its list in all tabs, until a response has none', () => {
  const browser = createBrowser()
  const { show, requestIdOf } = open(browser)
  show(visit, ['a', 'b'], 'r1')
  const otherTab = open(browser)
  expect(['b', 'c'].map((pid) => otherTab.requestIdOf(pid))).toEqual(['r1', undefined])
  show(visit, ['a'])
  expect(requestIdOf('a')).toBeUndefined()
})

test('another visit starts with no lists', () => {
  const { show, requestIdOf } = open()
  show(visit, ['a'], 'r1')
  const next = 'v2' as VisitId
  expect(requestIdOf('a', next)).toBeUndefined()
  show(next, ['b'], 'r2')
  expect(requestIdOf('a')).toBeUndefined()
  expect(['a', 'b'].map((pid) => requestIdOf(pid, next))).toEqual([undefined, 'r2'])
})
