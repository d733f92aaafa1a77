import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'

const place = { url: 'https://shop.example/shoes', referrer: '' }

/** A page whose part for calls never comes. */
function scene() {
  const browser = createBrowser()
  browser.serveParts(false)
  const { run, tag } = openPage(browser)
  const { createRun, takeWaitingTracks } = tag.apiCalls
  const call = createRun(
    () => {},
    () => {},
  )
  return {
    consent: (state: 'granted' | 'denied') => run(() => tag.consent.setConsent(state)),
    track: (pid: string) =>
      run(() => void call('track', ['cart', { pid, qty: 1 }], 1_800_000_000_000)),
    take: () => takeWaitingTracks(place),
  }
}

test('a page that is left twice hands over a waiting event once', () => {
  const { consent, track, take } = scene()
  consent('granted')
  track('P1')
  expect(take()).toMatchObject([
    { v: 2, part: 'svc-calls.js', content: { args: ['cart', { pid: 'P1', qty: 1 }], page: place } },
  ])
  expect(take()).toEqual([])
})

test('a call while consent is denied waits neither for the part nor for an agreement', () => {
  const { consent, track, take } = scene()
  consent('denied')
  track('before')
  consent('granted')
  track('after')
  expect(take().map(({ content }) => content)).toMatchObject([{ args: ['cart', { pid: 'after' }] }])
})
