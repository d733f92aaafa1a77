import { expect, test } from '@playwright/test'
import { type Clients, createLazyClients } from '../../../src/parts/calls/lazy-clients'
import { fakeClock } from '../../support/builders'
import { settle } from '../../support/fake-fetch'

/** A script that arrives when told to. */
function open(clients: Partial<Clients> = {}) {
  const clock = fakeClock()
  const loads: { arrive: () => void; fail: () => void }[] = []
  const opened: unknown[] = []
  const deps = { schedule: clock.schedule } as never
  const lazy = createLazyClients({
    deps,
    whenKnown: async () => {},
    load: () =>
      new Promise((resolve, reject) => {
        loads.push({
          arrive: () => resolve((given: unknown) => opened.push(given) && clients),
          fail: () => reject(new Error('no script')),
        })
      }),
  })
  return { lazy, loads, clock, opened, deps }
}

test('nothing is fetched before the first call, and then once for all', async () => {
  const browse = async (query: unknown, options: unknown) => [query, options]
  const ask = async (message: string) => message
  const { lazy, loads, opened, clock, deps } = open({ browse, ask } as never)
  expect(loads).toHaveLength(0)
  const calls = [lazy.browse(['page', { latest: 'a' }]), lazy['agent.ask'](['hello'])]
  expect(loads).toHaveLength(1)
  loads[0]?.arrive()
  expect(await Promise.all(calls)).toEqual([['page', { latest: 'a' }], 'hello'])
  expect(opened).toEqual([deps])
  expect(clock.pending()).toBe(0)
})

test('what a client rejects with, and what it throws, reaches the caller', async () => {
  const search = () => Promise.reject(new Error('no products'))
  const start = () => {
    throw new TypeError('wrong')
  }
  const { lazy, loads } = open({ search, start })
  const calls = [lazy.search(['q']), lazy['agent.start']([])]
  loads[0]?.arrive()
  await expect(calls[0]).rejects.toThrow('no products')
  await expect(calls[1]).rejects.toThrow('wrong')
})

test('without the script a call is the fault network, and the next call tries again', async () => {
  const { lazy, loads, clock } = open({ search: async () => 'found' } as never)
  const [page, message] = [lazy.browse(['page']), lazy['agent.ask'](['hello'])]
  loads[0]?.fail()
  await expect(page).rejects.toMatchObject({ name: 'BrowseError', fault: 'network' })
  await expect(message).rejects.toMatchObject({ name: 'AgentError', fault: 'network' })

  const again = lazy.search(['q'])
  expect(loads).toHaveLength(2)
  loads[1]?.arrive()
  expect(await again).toBe('found')
  expect(clock.pending()).toBe(0)
})

test('a script that does not come within 30 seconds is the fault timeout, and what comes later is not done', async () => {
  const asked: string[] = []
  const { lazy, loads, clock } = open({
    ask: async (message: string) => asked.push(message),
  } as never)
  const call = lazy['agent.ask'](['hello'])
  call.catch(() => {})
  clock.advance(30_000)
  await expect(call).rejects.toMatchObject({ name: 'AgentError', fault: 'timeout' })

  loads[0]?.arrive()
  await settle()
  expect(asked).toEqual([])
})
