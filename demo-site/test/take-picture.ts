import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import type { Product } from 'svc-tag-service'
import { startService } from '../../test/support/fixtures/local-service.ts'
import { openInspector, unlockRoots } from '../../test/support/fixtures/opened-inspector.ts'
import { chromiumEngine } from '../../test/support/runner/engines.ts'
import { generateCatalog } from '../catalog/generate.ts'
import { registerShopPages } from '../shop-pages.ts'

/* Takes the pictures of the inspector for README and docs: the built demo shop, on a desktop and on a phone. */

const fileOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url))

const engine = chromiumEngine()
if (!engine) throw new Error('The picture needs Chromium.')
const browser = await chromium.launch({ channel: 'chromium', ...engine.use.launchOptions })
const feed = structuredClone(
  generateCatalog({ seed: 1, products: 240 }),
) as unknown as readonly Product[]
const service = await startService({ feed, addPages: registerShopPages })

const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await unlockRoots(page)
await page.goto(`${service.url}/c/Women`)
const panel = await openInspector(page)
await panel.getByRole('switch', { name: 'Outline' }).click()
await panel.getByRole('button', { name: /Sent Impressions/ }).waitFor()
await page.locator('[data-svc-value]').first().click()
await panel.getByRole('button', { name: /Sent Facets/ }).waitFor()
await panel
  .getByRole('button', { name: /Sent Impressions/ })
  .nth(1)
  .waitFor()
await panel.getByRole('button', { name: /Sent Facets/ }).click()
await page.screenshot({ path: fileOf('inspector') })

const phone = await browser.newPage({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
await unlockRoots(phone)
await phone.goto(`${service.url}/c/Women`)
const sheet = await openInspector(phone)
await sheet.getByRole('button', { name: /Sent Impressions/ }).waitFor()
await phone.screenshot({ path: fileOf('inspector-phone') })

await browser.close()
await service.close()
