import { expect, test } from '@playwright/test'
import { createIdentity } from '../../../src/identity/identity'
import { createUserIdStore } from '../../../src/identity/user-id'
import { createVisitStore } from '../../../src/identity/visit-store'
import type { UserId, VisitId } from '../../../src/wire/brand'
import type { VisitorFields } from '../../../src/wire/page-fields.ts'
import { fakeClock, memoryCookies, memoryStorage, noon } from '../../support/builders'

const MINUTE = 60_000
const DAY = 86_400_000

/** A browser, and tabs of one shop in it; `earlier` is one whose cookies, storage and clock go on. */
function browser({
  createUserId = true,
  earlier = { cookies: memoryCookies(), storage: memoryStorage(), clock: fakeClock() },
} = {}) {
  const { cookies, storage, clock } = earlier
  const locked: (() => void)[] = []
  let ids = 0
  const tab = () => {
    const users = createUserIdStore(cookies, storage)
    const visits = createVisitStore(cookies, 30 * MINUTE)
    const identity = createIdentity({
      users,
      visits,
      clock,
      createUserId,
      newId: () => `n${++ids}`,
      withLock: (_name, task) => locked.push(task),
    })
    return { ...identity, users, visits }
  }
  const runLocks = () => {
    for (const task of locked.splice(0)) task()
  }
  return { cookies, storage, clock, tab, runLocks }
}

type Browser = ReturnType<typeof browser>
type Tab = ReturnType<Browser['tab']>

test('nothing is written before the first visit begins', () => {
  const { tab, cookies, storage } = browser()
  expect(tab().current()).toBeUndefined()
  expect(cookies.cookies.size + storage.texts.size).toBe(0)
})

test('the visit that creates the user id is a first one', () => {
  const { tab, runLocks, cookies } = browser()
  const first = tab()
  const settled: (VisitorFields | undefined)[] = []
  first.begin(false, (begun) => settled.push(begun))
  runLocks()
  expect(settled).toEqual([first.current()])
  expect(first.current()).toMatchObject({ visit_type: 'first_time' })
  expect(cookies.read('svc.userId')).toMatch(/^uid-\d+-n1$/)
  expect(cookies.read('svc.visitId')).toMatch(/^visitId-\d+-n2$/)
  expect(cookies.read('svc.visit')).toBe('first_time')
})

test('two tabs that open together begin one visit', () => {
  const { tab, runLocks } = browser()
  const [one, two] = [tab(), tab()]
  const settled: (VisitorFields | undefined)[] = []
  one.begin(false, (begun) => settled.push(begun))
  two.begin(false, (begun) => settled.push(begun))
  runLocks()
  expect(settled).toEqual([one.current(), undefined])
  expect(two.current()).toEqual(one.current())
})

test('a page that leaves begins its visit without waiting for other tabs', () => {
  const only = browser().tab()
  const settled: (VisitorFields | undefined)[] = []
  only.begin(true, (begun) => settled.push(begun))
  expect(settled).toEqual([only.current()])
  expect(only.current()).toBeDefined()
})

test('after 30 idle minutes the same visitor begins a repeat visit', () => {
  const { tab, runLocks, clock } = browser()
  const only = tab()
  only.begin(true, () => {})
  const uid = only.current()?.uid
  clock.advance(30 * MINUTE)
  expect(only.current()).toBeUndefined()
  only.begin(false, () => {})
  runLocks()
  expect(only.current()).toMatchObject({ uid, visit_type: 'repeat' })
})

test('activity in one tab keeps the visit of the other', () => {
  const { tab, clock } = browser()
  const [one, two] = [tab(), tab()]
  one.begin(true, () => {})
  const id = two.current()?.visitId
  for (let minutes = 0; minutes < 60; minutes += 20) {
    clock.advance(20 * MINUTE)
    one.current()
  }
  expect(two.current()?.visitId).toBe(id)
})

test('a cookie that a server set is a valid id, whatever it holds, and is never rewritten', () => {
  const { tab, cookies, clock } = browser()
  cookies.cookies.set('svc.userId', 'customer 4711 %E9')
  const only = tab()
  only.begin(true, () => {})
  clock.advance(2 * DAY)
  only.begin(true, () => {})
  expect(only.current()).toMatchObject({ uid: 'customer 4711 %E9', visit_type: 'repeat' })
  only.users.erase()
  expect(cookies.read('svc.userId')).toBe('customer 4711 %E9')
})

test('without leave to make an id there is no visit until the cookie comes', () => {
  const { tab, cookies } = browser({ createUserId: false })
  const only = tab()
  only.begin(true, () => {
    throw new Error('there is nobody to begin a visit for')
  })
  expect(only.current()).toBeUndefined()
  cookies.cookies.set('svc.userId', 'from-the-server')
  only.begin(true, () => {})
  expect(only.current()?.uid).toBe('from-the-server')
})

test('our own cookie is refreshed at most once a day', () => {
  const { tab, storage, clock } = browser()
  const only = tab()
  only.begin(true, () => {})
  const written = () => storage.read('own')?.split(' ')[0]
  const first = written()
  clock.advance(DAY)
  only.begin(true, () => {})
  expect(written()).toBe(first)
  clock.advance(DAY)
  only.begin(true, () => {})
  expect(Number(written())).toBe(Number(first) + 2 * DAY)
})

test('an id that the tag once made is left to the server from the day that the server keeps the ids', () => {
  const before = browser()
  before.tab().begin(true, () => {})
  const made = before.cookies.read('svc.userId')
  const marker = before.storage.read('own')

  const only = browser({ createUserId: false, earlier: before }).tab()
  before.clock.advance(2 * DAY)
  only.begin(true, () => {})
  expect(only.current()?.uid).toBe(made)
  expect(before.storage.read('own')).toBe(marker)
})

test('an id that was seen in its cookie is not believed without it', () => {
  const { cookies, tab } = browser()
  const { users } = tab()
  users.write('uid-1' as UserId, noon)
  expect(users.read()).toBe('uid-1')
  cookies.remove('svc.userId')
  expect(users.read()).toBeUndefined()
})

for (const [what, end] of [
  ['a logout in another tab', ({ users, visits }: Tab) => [users.erase(), visits.erase()]],
  ['the end of all cookies', (_: Tab, { cookies }: Browser) => cookies.cookies.clear()],
] as const)
  test(`after ${what} the next activity begins another visit, of another visitor`, () => {
    const shop = browser()
    const [one, two] = [shop.tab(), shop.tab()]
    one.begin(false, () => {})
    shop.runLocks()
    const before = two.current()
    // Written down anew by the tab, and not read again before the end.
    shop.clock.advance(MINUTE)
    two.current()
    end(one, shop)
    expect(two.current()).toBeUndefined()
    two.begin(false, () => {})
    shop.runLocks()
    expect(two.current()).toMatchObject({ visit_type: 'first_time' })
    expect(two.current()?.visitId).not.toBe(before?.visitId)
    expect(one.current()).toEqual(two.current())
  })

test('a visit whose cookie was not written again for a while goes on as long as it may', () => {
  const clock = fakeClock()
  let record = { text: '', endsAt: 0 }
  const visits = createVisitStore(
    {
      read: () => (clock.now() < record.endsAt ? record.text : undefined),
      write(name, text, days) {
        if (name === 'svc.visitRecord') record = { text, endsAt: clock.now() + days * DAY }
      },
      remove() {},
    },
    30 * MINUTE,
  )
  visits.begin(clock.now(), 'v1' as VisitId, 'repeat')
  for (const ms of [29_000, 30 * MINUTE - 1]) {
    clock.advance(ms)
    expect(visits.touch(clock.now())?.id).toBe('v1')
  }
  clock.advance(30 * MINUTE)
  expect(visits.touch(clock.now())).toBeUndefined()
})

test('where cookies are blocked the visitor lives as long as the page', () => {
  const { tab, storage } = browser()
  const blocked = { read: () => undefined, write: () => {}, remove: () => {} }
  const clock = fakeClock()
  const users = createUserIdStore(blocked, storage)
  const visits = createVisitStore(blocked, 30 * MINUTE)
  const identity = createIdentity({
    users,
    visits,
    clock,
    createUserId: true,
    newId: () => 'n',
    withLock: (_name, task) => task(),
  })
  identity.begin(false, () => {})
  const before = identity.current()
  clock.advance(MINUTE)
  expect(identity.current()?.uid).toBe(before?.uid)
  expect(identity.current()?.visitId).toBe(before?.visitId)
  expect(tab().current()).toBeUndefined()
})

test('erasing forgets our id and the visit', () => {
  const { tab, cookies, storage } = browser()
  const only = tab()
  only.begin(true, () => {})
  only.users.erase()
  only.visits.erase()
  expect(cookies.cookies.size + storage.texts.size).toBe(0)
  expect(only.current()).toBeUndefined()
})

test('a page that comes soon after another writes the visit down no second time', () => {
  const { tab, cookies, clock } = browser()
  tab().begin(true, () => {})
  const record = cookies.read('svc.visitRecord')
  clock.advance(20_000)
  expect(tab().current()?.visit_type).toBe('first_time')
  expect(cookies.read('svc.visitRecord')).toBe(record)
  clock.advance(20_000)
  tab().current()
  expect(cookies.read('svc.visitRecord')).not.toBe(record)
})
