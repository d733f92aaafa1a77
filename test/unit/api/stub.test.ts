import { expect, test } from 'vitest'
import { createStub, METHODS, type Run, type Stub } from '../../../src/api/stub'
import type { Svc } from '../../../src/api/svc'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/** The tag has started: does the calls that waited for it. */
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

test('calls made before the page was shown get the time when it was shown', () => {
  const { stub, svc } = page()
  svc.track('search', { query: 'shoes' })
  svc.track('search', { query: 'boots' })
  svc.track('search', { query: 'hats' })
  const times: number[] = []
  replay(stub, (name, _args, at) => name === 'track' && times.push(at), 1_001)
  expect(times).toEqual([1_001, 1_001, 1_002])
})

test('a function kept from before the load works after it', () => {
  const { stub, svc } = page()
  const { track } = svc
  const done: string[] = []
  replay(stub, (name) => done.push(name))
  track('search', { query: 'shoes' })
  expect(done).toEqual(['ready', 'track'])
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
  let isStopped = false
  const stop = svc.on('sent', () => {})
  stop()
  replay(stub, (name) =>
    name === 'on'
      ? () => {
          isStopped = true
        }
      : undefined,
  )
  await expect.poll(() => isStopped).toBe(true)
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

test('functions that a stub has stay the same', () => {
  const { stub, svc } = page()
  const { track } = svc
  expect(createStub(() => 0, stub)).toBe(stub)
  expect(svc.track).toBe(track)
})

test('calls for a tag that never comes are bounded to 1,000', () => {
  const { stub, svc } = page()
  for (let index = 0; index < 2_000; index += 1) svc.context()
  expect(stub.q).toHaveLength(1_000)
})

test('each call reaches a tag that waits for its settings, after it was kept', () => {
  const { stub, svc } = page()
  const kept: unknown[] = []
  stub.onCall = () => kept.push(stub.q.at(-1)?.[0])
  svc.explain()
  svc.init({ siteKey: 'S', trackerUrl: '' })
  expect(kept).toEqual(['explain', 'init'])
})

test('the stub has every method, also those inside agent', () => {
  const { stub } = page()
  for (const name of METHODS) {
    const path = name
      .split('.')
      .reduce((home, part) => Reflect.get(Object(home), part), stub as unknown)
    expect(typeof path, name).toBe('function')
  }
})
