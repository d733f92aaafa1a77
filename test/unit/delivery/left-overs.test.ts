import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'

const KEY = '91800000000000|0.5'
const TEXT = `svc-tag.unsent.${KEY}`
const FINDING = {
  v: 2,
  key: KEY,
  part: 'svc-orders.js',
  content: {
    order: { id: 'o-1', lines: [] },
    at: 1,
    page: { url: 'https://shop.example/', referrer: '' },
  },
}

/** The finding as it is kept after a page that claims it was left so many milliseconds after its start. Its part never comes. */
function keptAfter(ms: number) {
  const browser = createBrowser({ stepMs: 1, openMs: 5, partMs: 20 })
  browser.localStorage.setItem(TEXT, JSON.stringify(FINDING))
  const page = openPage(browser)
  const { exitAndReturn } = page.tag
  page.run(() => {
    exitAndReturn.startSender()
    exitAndReturn.resumeSender()
  })
  browser.timeline.advance(ms)
  page.document.visibilityState = 'hidden'
  page.run(exitAndReturn.leaveSender)
  browser.timeline.advance(1_000)
  page.remove()
  return [browser.localStorage[TEXT], ...browser.database.contents()]
}

test('a finding is kept whenever the page that claims it is left', () => {
  const times = Array.from({ length: 100 }, (_, ms) => ms)
  expect(times.filter((ms) => !keptAfter(ms).some(Boolean))).toEqual([])
})
