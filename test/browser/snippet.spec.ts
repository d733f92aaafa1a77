import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { delayScript } from '../support/fakes/delay-script.ts'
import { errorsOf } from '../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

declare const svc: {
  q: readonly unknown[]
  ready: Promise<void>
  version?: string
  track(action: string, data: unknown): void
  explain(): unknown
  on(kind: string, listener: () => void): () => void
  agent: { ask(message: string): Promise<unknown> }
}

interface Kept {
  kept: Record<string, unknown>
}
declare const window: Kept

const snippetFile = new URL('../../dist/svc-snippet.js', import.meta.url)

/** A page with the snippet, an action that runs at once, and the tag at the test's URL. */
async function open(page: Page, shop: Shop, atOnce: string, src: string) {
  const snippet = await readFile(snippetFile, 'utf8')
  const tag = shop.tag({ 'data-record-bots': 'true', src })
  shop.page(
    '/',
    `<!doctype html><title>Shop</title><script>${snippet}</script><script>${atOnce}</script>${tag}`,
  )
  // Not the page's load event, which waits for the bundle that a test may delay.
  await page.goto(`${shop.url}/`, { waitUntil: 'domcontentloaded' })
}

test('calls made before the tag has loaded arrive in order, with the times of the calls', async ({
  page,
  shop,
}) => {
  const release = await delayScript(page, 'svc.js')
  const calls = ['first', 'second'].map((query) => `svc.track('search', { query: '${query}' });`)
  await open(
    page,
    shop,
    `window.kept = { from: Date.now() }; ${calls.join('')} kept.to = Date.now()`,
    '/svc.js',
  )
  // The tag loads later than the calls, by more than the clock's resolution.
  await page.waitForFunction(() => Date.now() > Number(window.kept.to) + 200)
  release()

  const searches = await shop.waitFor('search', 2)
  const said = searches.map(({ t, data }) => ({ at: Number(t.split('|')[0]), data }))
  expect(said).toMatchObject([{ data: { query: 'first' } }, { data: { query: 'second' } }])
  const { from, to } = await page.evaluate(() => window.kept)
  for (const { at } of said) {
    expect(at).toBeGreaterThanOrEqual(Number(from))
    expect(at).toBeLessThanOrEqual(Number(to))
  }
})

test('if the bundle is blocked, calls are harmless and their number is limited', async ({
  page,
  shop,
}) => {
  const faults = errorsOf(page)
  await open(page, shop, '', '/blocked.js')
  const kept = await page.evaluate(() => {
    for (let index = 0; index < 5_000; index += 1) svc.track('search', { query: 'shoes' })
    svc.on('sent', () => {})()
    return svc.q.length
  })
  expect(kept).toBe(1_000)
  expect(faults).toEqual([])
  expect(await shop.received()).toEqual([])
})

test('an earlier window.svc stays, and an element with that id does no harm', async ({
  page,
  shop,
}) => {
  const snippet = await readFile(snippetFile, 'utf8')
  shop.page(
    '/',
    `<!doctype html><title>Shop</title><script>window.svc = { mine: true };${snippet}</script>`,
  )
  shop.page(
    '/named',
    `<!doctype html><title>Shop</title><p id="svc"></p><script>${snippet}</script>`,
  )
  await shop.open('/')
  expect(await page.evaluate(() => Object.keys(svc))).toEqual(['mine'])
  await shop.open('/named')
  expect(await page.evaluate(() => typeof svc.track)).toBe('function')
})
