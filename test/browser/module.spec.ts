import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures/shop.ts'

test('a bundled application loads the tag once, and its calls count from the start', async ({
  page,
  shop,
}) => {
  const settings = { siteKey: shop.keys.siteKey, trackerUrl: shop.url, recordBots: true }
  shop.page(
    '/',
    `<!doctype html><title>Shop</title><script type="module">
      import { loadTag, svc } from '/module.js'
      window.before = window.svc === undefined
      const { track } = svc
      track('cart', { pid: 'P1', qty: 2 })
      for (const time of [1, 2]) loadTag({ src: '/svc.js' }, ${JSON.stringify(settings)})
      await svc.ready
      window.after = { version: svc.version, explained: (await svc.explain()).length }
      track('search', { query: 'shoes' })
    </script>`,
  )
  await shop.open('/')
  expect(await shop.waitFor('cart')).toMatchObject([{ data: { pid: 'P1', qty: '2' } }])
  await shop.waitFor('search')
  expect(
    await page.evaluate(() => [document.scripts.length, Reflect.get(window, 'before')]),
  ).toEqual([2, true])
  expect(await page.evaluate(() => Reflect.get(window, 'after'))).toEqual({
    version: expect.any(String),
    explained: expect.any(Number),
  })
})

const script = readFileSync(new URL('../../dist/svc.js', import.meta.url), 'utf8').replaceAll(
  '</script',
  '<\\/script',
)

/** Ways to run the file without a script element that has a URL. */
const nameless = {
  inlined: `<script>${script}</script>`,
  'inlined as a module': `<script type="module">${script}</script>`,
  evaluated: `<script>fetch('/svc.js').then((reply) => reply.text()).then(eval)</script>`,
}

test('svc.js without a URL sends events, and says why its parts cannot be loaded', async ({
  page,
  shop,
}) => {
  const said: string[] = []
  page.on('console', (message) => void said.push(message.text()))
  page.on('pageerror', (error) => void said.push(String(error)))
  const settings = { siteKey: shop.keys.siteKey, trackerUrl: shop.url, recordBots: true }
  for (const [how, element] of Object.entries(nameless)) {
    await shop.reset()
    said.length = 0
    shop.page(
      '/list.html',
      `<!doctype html><script>
        svc = { q: [] }
        svc.q.push(['init', [${JSON.stringify(settings)}], Date.now(), () => {}, () => {}])
      </script>${element}<button data-svc-cart="P1">Add</button>`,
    )
    await shop.open('/list.html')
    await page.waitForFunction('svc.version')
    await page.getByRole('button').click()
    await page.evaluate(`svc.track('search', { query: 'boots' })`)
    await shop.waitFor('cart')
    await shop.waitFor('search')
    const ended = page.evaluate('svc.explain().then(String, String)')
    expect(await ended, how).toContain('svc-calls.js could not be loaded')
    expect(said).toEqual([
      expect.stringMatching(/svc-calls\.\w+\.js could not be loaded from beside svc\.js/),
    ])
  }
})
