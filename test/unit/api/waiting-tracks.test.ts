import { expect, test } from '@playwright/test'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'

const place = { url: 'https://shop.example/shoes', referrer: '' }

test('a page that is left twice hands over a waiting event once', () => {
  const browser = createBrowser()
  browser.serveParts(false)
  const { run, tag } = openPage(browser)
  const { createRun, takeWaitingTracks } = tag.apiCalls
  run(
    () =>
      void createRun(
        () => {},
        () => {},
      )('track', ['cart', { pid: 'P1', qty: 1 }], 1_800_000_000_000),
  )
  expect(takeWaitingTracks(place)).toMatchObject([
    { v: 2, part: 'svc-calls.js', content: { args: ['cart', { pid: 'P1', qty: 1 }], page: place } },
  ])
  expect(takeWaitingTracks(place)).toEqual([])
})
