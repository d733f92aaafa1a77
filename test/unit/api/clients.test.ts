import { expect, test } from 'vitest'
import type { ClientHooks } from '../../../src/parts/calls/lazy-clients'
import { type BrowserOptions, createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { settle } from '../../support/fakes/fake-fetch'

type ClientName = 'browse' | 'search' | 'ask' | 'start'

/** A page of a new shopper, on which nothing has fetched the clients. */
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
  const hooks: ClientHooks = {
    onList: (list) => reported.push(list),
    onConversation: (...change) => reported.push(change),
  }

  /** Calls a client; the returned function says how the call has settled, if it has. */
  function call(name: ClientName, ...args: readonly unknown[]) {
    let settled: unknown
    run(() => {
      tag.lazyClients.callClient(name, args, hooks).then(
        (result) => {
          settled = { result }
        },
        (error) => {
          settled = { error }
        },
      )
    })
    return async () => {
      await settle()
      return settled
    }
  }

  const loads = () => browser.partLoads.filter((file) => file === 'svc-clients.test.js').length
  const paths = () => browser.requests.map(({ url }) => url.pathname)
  return { browser, call, loads, paths, reported, clock: browser.timeline }
}

const LIST = JSON.stringify({ response: { numberOfProducts: 0, products: [] } })
const found = { result: expect.objectContaining({ products: [] }) }
const failed = (name: string, fault: string) => ({
  error: expect.objectContaining({ name, fault }),
})

test('the first call loads the clients, once for all calls', async () => {
  const { browser, call, loads, paths, reported, clock } = open()
  clock.advance(1_000)
  expect(loads()).toBe(0)
  const [list, id] = [call('search', 'shoes'), call('start')]
  expect(loads()).toBe(1)
  clock.advance(100)
  expect(paths()).toEqual(['/KEY/SITE/search', '/v1/sites/SITE/conversation'])
  browser.requests[0]?.answer(200, {}, LIST)
  browser.requests[1]?.answer(200, {}, '{"conversation_id":"c1"}')
  expect(await list()).toEqual(found)
  expect(await id()).toEqual({ result: 'c1' })
  expect(reported).toEqual([{ query: 'shoes' }, ['started', 'c1']])
  call('browse', 'Men')
  clock.advance(100)
  expect(loads()).toBe(1)
  expect(clock.mishaps).toEqual([])
})

test('a call begins a visit, and its request has the new user id', () => {
  const { browser, call, clock } = open()
  call('search', 'shoes')
  clock.advance(100)
  expect(browser.requests[0]?.url.searchParams.get('uid')).toMatch(/^uid-/)
  expect(browser.cookies.read()).toContain('svc.visitId=')
})

test('errors of the clients reach the caller', async () => {
  const { browser, call, clock } = open()
  const [list, reply] = [call('search', 'shoes'), call('ask', ' ')]
  clock.advance(100)
  browser.requests[0]?.answer(500)
  expect(await list()).toEqual(failed('BrowseError', 'server'))
  expect(await reply()).toEqual(failed('AgentError', 'bad-request'))
})

test('without the part a call is the fault network, and the next call tries again', async () => {
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

test('a part later than 30 s is the fault timeout, and the call is not made', async () => {
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
