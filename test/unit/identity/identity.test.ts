import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseVisit } from '../../../src/visitor/stored-visitor'
import type { VisitorFields } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { noon } from '../../support/fixtures/builders'

const MINUTE = 60_000
const DAY = 86_400_000

/** How long the fake browser takes to grant a lock. */
const LOCK_MS = 1

/** How long the fake browser takes to become idle. */
const IDLE_MS = 200

/** A browser, and tabs of one shop in it with consent. */
function scene({ browser = createBrowser(), createUserId = true } = {}) {
  const { timeline, cookies, localStorage } = browser
  function tab() {
    const { tag, run } = openPage(browser, { settings: { createUserId: String(createUserId) } })
    run(() => {
      tag.visitor.watchVisitor()
      tag.consent.startConsent(() => {})
    })
    return {
      /** The visitor at an activity of the shopper. */
      current: () => run(tag.visitor.currentVisitor),
      begin(isLeaving = true) {
        const begun: (VisitorFields | undefined)[] = []
        run(() => tag.visitor.beginVisit(isLeaving, (visitor) => begun.push(visitor)))
        return begun
      },
      reset: () => run(tag.visitor.resetVisitor),
      deny: () => run(() => tag.consent.setConsent('denied')),
    }
  }
  return {
    browser,
    clock: timeline,
    tab,
    cookie: (name: string) => cookies.read().match(`(?:^|; )${name}=([^;]*)`)?.[1],
    cookies: cookies.jar,
    marker: () => localStorage.getItem('svc-tag.user-marker'),
  }
}

test('the visit that creates the user id is first_time, and is stored in the contract’s cookies', () => {
  const { tab, clock, cookie } = scene()
  const at = clock.now() + LOCK_MS
  const only = tab()
  const begun = only.begin(false)
  clock.advance(LOCK_MS)
  expect(begun).toEqual([only.current()])
  expect(only.current()).toMatchObject({ visit_type: 'first_time' })
  expect(cookie('svc.userId')).toMatch(RegExp(`^uid-${at}-\\d{30,40}$`))
  expect(cookie('svc.visitId')).toMatch(RegExp(`^visitId-${at}-[\\w-]{8}$`))
  expect(cookie('svc.visit')).toBe('first_time')
})

test('a cookie that a server set is a valid id, and is neither rewritten nor erased', () => {
  const { browser, tab, clock } = scene()
  const id = 'customer 4711 %E9'
  browser.cookies.write(`svc.userId=${id}`)
  const written = browser.cookies.jar.get('svc.userId')
  const only = tab()
  only.begin()
  clock.advance(2 * DAY)
  only.begin()
  expect(only.current()).toMatchObject({ uid: id, visit_type: 'repeat' })
  only.reset()
  expect(browser.cookies.jar.get('svc.userId')).toBe(written)
})

test('without `createUserId` there is no visit until the cookie exists', () => {
  const { browser, tab } = scene({ createUserId: false })
  const only = tab()
  expect(only.begin()).toEqual([])
  expect(only.current()).toBeUndefined()
  browser.cookies.write('svc.userId=from-the-server')
  only.begin()
  expect(only.current()?.uid).toBe('from-the-server')
})

test("the tag's own cookie is extended at most once a day", () => {
  const { browser, tab, clock, marker } = scene()
  const only = tab()
  only.begin()
  const endsAt = () => Number(browser.cookies.jar.get('svc.userId')?.endsAt)
  const before = { marker: marker(), endsAt: endsAt() }
  clock.advance(DAY)
  only.begin()
  expect({ marker: marker(), endsAt: endsAt() }).toEqual(before)
  clock.advance(1)
  only.begin()
  expect(endsAt()).toBe(before.endsAt + DAY + 1)
  expect(marker()).toMatch(RegExp(`^${clock.now()} uid-`))
})

test('with `createUserId` switched off, an id of the tag stays in use but is not extended', () => {
  const { browser, tab, cookie, clock, marker } = scene()
  tab().begin()
  const before = [cookie('svc.userId'), marker()]
  clock.advance(2 * DAY)
  const only = scene({ browser, createUserId: false }).tab()
  only.begin()
  expect([only.current()?.uid, marker()]).toEqual(before)
})

test('a visit whose last activity was not written continues for the whole idle limit', () => {
  const { tab, clock } = scene()
  const only = tab()
  only.begin()
  const id = only.current()?.visitId
  for (const ms of [29_000, 30 * MINUTE - 1]) {
    clock.advance(ms)
    expect(only.current()?.visitId).toBe(id)
  }
  clock.advance(30 * MINUTE)
  expect(only.current()).toBeUndefined()
})

test('activity is written only if the last write was more than 30 s ago, or is in the future', () => {
  const { tab, clock, cookie } = scene()
  tab().begin()
  let record = cookie('svc.visitRecord')
  clock.advance(30_000)
  expect(tab().current()?.visit_type).toBe('first_time')
  clock.advance(IDLE_MS)
  expect(cookie('svc.visitRecord')).toBe(record)
  for (const changeClock of [() => {}, () => clock.setClock(-10 * MINUTE)]) {
    changeClock()
    tab().current()
    clock.advance(IDLE_MS)
    expect(cookie('svc.visitRecord')).not.toBe(record)
    record = cookie('svc.visitRecord')
  }
})

test('a visit can be read back from its text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[^|]+$/), (id) => {
      expect(parseVisit(`repeat|${noon}|${id}`)).toEqual({ id, type: 'repeat', lastSeenAt: noon })
      expect(parseVisit(`repeat|${noon}|${id}|a.b`)).toMatchObject({ id, reportedTo: ['a', 'b'] })
    }),
  )
})

test.each([undefined, '', 'garbage', 'repeat|x|v', 'often|1|v', 'repeat|1|'])(
  'the text %j is not a visit',
  (text) => expect(parseVisit(text)).toBeUndefined(),
)

test('a visit does not begin if consent is denied before the lock is granted', () => {
  const { tab, clock, cookies } = scene()
  const only = tab()
  const begun = only.begin(false)
  only.deny()
  clock.advance(LOCK_MS)
  expect(begun).toEqual([])
  expect(cookies.size).toBe(0)
})
