import { build } from 'esbuild'
import { inProject } from '../support/fixtures/docs.ts'
import { expect, test } from '../support/fixtures/every-engine.ts'
import { WALKING } from '../support/fixtures/small-shop.ts'

/** No inline styles or scripts, and no text that becomes HTML. */
const STRICT = {
  'content-security-policy':
    "default-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types svc-tag",
}

/** React in Strict Mode, which mounts everything twice, on a page that renders again and again as long as it is open. */
async function reactScript() {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { StrictMode, useEffect, useState } from 'react'
        import { createRoot } from 'react-dom/client'
        import { ShopChat } from './test/fixtures/patterns/shop-chat.jsx'
        function Page() {
          const [drawn, draw] = useState(0)
          useEffect(() => {
            const timer = setInterval(() => draw((count) => count + 1), 100)
            return () => clearInterval(timer)
          }, [])
          return <main data-drawn={drawn}><ShopChat /></main>
        }
        createRoot(document.getElementById('root')).render(<StrictMode><Page /></StrictMode>)`,
      loader: 'jsx',
      resolveDir: inProject('.'),
    },
    alias: { 'svc-tag/dist/svc-agent.js': inProject('dist/svc-agent.js') },
    bundle: true,
    write: false,
    jsx: 'automatic',
    jsxDev: true,
    // Not this project's configuration, which is for Preact.
    tsconfigRaw: {},
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]?.text ?? ''
}

test('in a page of React under a strict policy each card of the chat is seen once and pressed once', async ({
  shop,
  shopper,
}) => {
  shop.page('/page.js', await reactScript(), { headers: { 'content-type': 'text/javascript' } })
  const html = `<!doctype html><title>Shop</title>${shop.tag(WALKING)}<div id="root"></div><script type="module" src="/page.js"></script>`
  shop.page('/product.html', html, { headers: STRICT })
  await shopper.open(shop.page('/list.html', html, { headers: STRICT }))
  await shop.waitFor('visitor')
  await shopper.press('svc-agent >> .open')
  await shopper.enter('svc-agent >> textarea', 'red boots')
  const [seen] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(seen?.data).toMatchObject({ query: 'red boots' })
  const { pids_list: shown, requestId } = Object(seen?.data) as Record<string, string[]>
  expect(shown?.length).toBeGreaterThan(0)

  await shopper.press('svc-agent >> li:first-child a')
  await shopper.arriveAt('/product.html')
  const [pressed] = await shop.waitFor('click')
  expect(pressed?.data).toMatchObject({ pid: shown?.[0], ...(requestId && { requestId }) })

  // The chat is also on the next page, where its cards are not counted again.
  await expect
    .poll(() =>
      shopper.ask<string>(`document.querySelector('svc-agent')?.shadowRoot?.textContent ?? ''`),
    )
    .toContain('red boots')
  await shopper.ask('new Promise((resolve) => setTimeout(resolve, 1500))')
  await shopper.ask(`svc.track('search', { query: 'the end' })`)
  await shop.waitFor('search')
  const events = await shop.received()
  expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
  const pids = events.flatMap(({ data }) => (data as { pids_list?: string[] }).pids_list ?? [])
  expect(pids).toEqual([...new Set(pids)])
  expect(await shop.received('click')).toHaveLength(1)
})
