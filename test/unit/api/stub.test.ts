import { expect, test, vi } from 'vitest'
import { claimGlobal, createStub, METHODS, type Run, type Stub } from '../../../src/api/stub'
import type { Svc } from '../../../src/api/svc'
import { type BrowserOptions, createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { settle } from '../../support/fakes/fake-fetch'

/** Runs the waiting calls, as the tag does when it has started. */
function replay(stub: Stub, run: Run, since = 0) {
  const page = openPage(createBrowser())
  page.run(() => page.tag.apiCalls.replayQueue(stub, run, since))
}

const page = () => {
  let now = 1_000
  const stub = createStub(() => now++)
  return { stub, svc: stub as unknown as Svc }
}

test('calls made before the tag has started run in order, with their times', async () => {
  const { stub, svc } = page()
  svc.track('search', { query: 'shoes' })
  svc.context({ query: 'shoes' })
  const done: unknown[] = []
  replay(stub, (...call) => done.push(call))
  expect(done).toEqual([
    ['ready', [], 0],
    ['track', ['search', { query: 'shoes' }], 1_000],
    ['context', [{ query: 'shoes' }], 1_001],
  ])
  await svc.ready
})

test('calls made before the page was shown get its time; a function kept from then works later', () => {
  const { stub, svc } = page()
  const { track } = svc
  for (const query of ['shoes', 'boots', 'hats']) track('search', { query })
  const times: number[] = []
  replay(stub, (name, _args, at) => name === 'track' && times.push(at), 1_001)
  expect(times).toEqual([1_001, 1_001, 1_002])
  track('search', { query: 'coats' })
  expect(times).toHaveLength(4)
})

test('a promise given before the load settles as the call does', async () => {
  const { stub, svc } = page()
  const [explained, flushed] = [svc.explain() as unknown, svc.flush()]
  replay(stub, (name) => {
    if (name === 'flush') throw new Error('no tracker')
    return [name]
  })
  expect(await explained).toEqual(['explain'])
  await expect(flushed).rejects.toThrow('no tracker')
})

test('a listener can be stopped before the load', async () => {
  const { stub, svc } = page()
  svc.on('sent', () => {})()
  const stop = vi.fn()
  replay(stub, (name) => (name === 'on' ? stop : undefined))
  await expect.poll(() => stop.mock.calls).toHaveLength(1)
})

test('an object that only keeps calls gets its functions from the tag', () => {
  const done: string[] = []
  const early = ['track', ['search', { query: 'shoes' }], 1_000, () => {}, () => {}] as const
  const given = { q: [early] }
  const stub = createStub(() => 2_000, given)
  ;(stub as unknown as Svc).track('search', { query: 'boots' })
  expect(stub).toBe(given)
  replay(stub, (name, _args, at) => done.push(`${name} ${at}`))
  expect(done).toEqual(['track 1000', 'ready 0', 'track 2000'])
})

test('at most 1,000 calls are kept for a tag that never loads', () => {
  const { stub, svc } = page()
  for (let index = 0; index < 2_000; index += 1) svc.context()
  expect(stub.q).toHaveLength(1_000)
})

test('each call reaches a tag that waits for its settings, after it was kept', () => {
  vi.stubGlobal('window', { svc: { q: [] } })
  const stub = claimGlobal()
  vi.unstubAllGlobals()
  if (!stub) throw new Error('the object is claimed')
  const kept: unknown[] = []
  stub.onCall = () => kept.push(stub.q.at(-1)?.slice(0, 2))
  const svc = stub as unknown as Svc
  void svc.explain()
  stub.q.push(['init', { siteKey: 'S' }] as never)
  stub.q.push(['track', ['search', { query: 'a' }], 7] as never)
  stub.q.push('nonsense' as never, ['no such call'] as never)
  const nothing: unknown = kept.splice(3)
  expect(kept).toEqual([
    ['explain', []],
    ['init', [{ siteKey: 'S' }]],
    ['track', ['search', { query: 'a' }]],
  ])
  expect(nothing).toEqual([['track', ['search', { query: 'a' }]]])
  const done: string[] = []
  replay(stub, (name) => done.push(name))
  stub.q.push(['context', { query: 'late' }] as never)
  expect(done).toEqual(['ready', 'explain', 'init', 'track', 'context'])
})

test('the stub has every method, including those inside agent', () => {
  const { stub } = page()
  for (const name of METHODS) {
    const path = name
      .split('.')
      .reduce((home, part) => Reflect.get(Object(home), part), stub as unknown)
    expect(typeof path, name).toBe('function')
  }
})

type ClientName = 'browse' | 'search' | 'ask' | 'start'

/** A page of a new shopper, on which the clients have not been loaded. */
function open(options: BrowserOptions = {}) {
  const browser = createBrowser(options)
  const { tag, run } = openPage(browser, {
    settings: {
      apiKey: 'KEY',
      browseUrl: 'https://browse.example',
      agentUrl: 'https://agent.example',
    },
  })
  run(() => {
    tag.checkSettings.checkSettings()
    tag.consent.startConsent(() => {})
  })
  const reported: unknown[] = []
  run(() => tag.eventLog.addListener('conversation', (change) => reported.push(change)))
  const list = () => run(() => tag.knownLists.defaultList()?.context)

  /** Calls a client. The returned function says how the call has settled, if it has. */
  function call(name: ClientName, ...args: readonly unknown[]) {
    const settled: unknown[] = []
    run(() => {
      tag.lazyClients.callClient(name, args).then(
        (result) => settled.push({ result }),
        (error) => settled.push({ error }),
      )
    })
    return () => settle().then(() => settled[0])
  }

  const loads = () => browser.partLoads.filter((part) => part === 'clients').length
  const paths = () => browser.requests.map(({ url }) => url.pathname)
  return { browser, call, loads, paths, list, reported, clock: browser.timeline }
}

const LIST = JSON.stringify({ response: { numberOfProducts: 0, products: [] } })
const found = { result: expect.objectContaining({ products: [] }) }
const failed = (name: string, fault: string) => ({
  error: expect.objectContaining({ name, fault }),
})

test('the first call loads the clients, once for all calls', async () => {
  const { browser, call, loads, paths, list, reported, clock } = open()
  clock.advance(1_000)
  expect(loads()).toBe(0)
  const [products, id] = [call('search', 'shoes'), call('start')]
  expect(loads()).toBe(1)
  clock.advance(100)
  expect(paths()).toEqual(['/KEY/SITE/search', '/v1/sites/SITE/conversation'])
  browser.requests[0]?.answer(200, {}, LIST)
  browser.requests[1]?.answer(200, {}, '{"conversation_id":"c1"}')
  expect(await products()).toEqual(found)
  expect(await id()).toEqual({ result: 'c1' })
  expect(list()).toEqual({ query: 'shoes' })
  expect(reported).toEqual([{ change: 'started', id: 'c1' }])
  call('browse', 'Men')
  clock.advance(100)
  expect(loads()).toBe(1)
  expect(clock.mishaps).toEqual([])
})

test('if the part cannot be loaded, a call rejects with the fault network, and the next call tries again', async () => {
  const { browser, call, loads, clock } = open()
  browser.serveParts(false)
  const [list, reply] = [call('browse', 'Men'), call('ask', 'hello')]
  clock.advance(20 + 2_000 + 19)
  expect(await list()).toBeUndefined()
  clock.advance(1)
  expect(await list()).toEqual(failed('BrowseError', 'network'))
  expect(await reply()).toEqual(failed('AgentError', 'network'))
  expect(loads()).toBe(2)

  browser.serveParts(true)
  const again = call('search', 'shoes')
  clock.advance(100)
  browser.requests[0]?.answer(200, {}, LIST)
  expect(await again()).toEqual(found)
  expect(loads()).toBe(3)
})

test('if the part takes longer than 30 s, a call rejects with the fault timeout and is not made', async () => {
  const { call, paths, clock } = open({ partMs: 30_001 })
  const reply = call('ask', 'hello')
  clock.advance(29_999)
  expect(await reply()).toBeUndefined()
  clock.advance(1)
  expect(await reply()).toEqual(failed('AgentError', 'timeout'))
  clock.advance(1_000)
  call('search', 'shoes')
  clock.advance(1_000)
  expect(paths()).toEqual(['/KEY/SITE/search'])
})

test('errors of the clients reach the caller', async () => {
  const { browser, call, clock } = open()
  const [list, reply] = [call('search', 'shoes'), call('ask', ' ')]
  clock.advance(100)
  browser.requests[0]?.answer(500)
  expect(await list()).toEqual(failed('BrowseError', 'server'))
  expect(await reply()).toEqual(failed('AgentError', 'bad-request'))
})

test('a call begins a visit, and its request has the new user id', () => {
  const { browser, call, clock } = open()
  call('search', 'shoes')
  clock.advance(100)
  expect(browser.requests[0]?.url.searchParams.get('uid')).toMatch(/^uid-/)
  expect(browser.cookies.read()).toContain('svc.visitId=')
})
