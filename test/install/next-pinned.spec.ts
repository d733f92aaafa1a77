import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CleanProject,
  cleanProject,
  isUnreachable,
  packProject,
  startNext,
} from '../support/fixtures/clean-project.ts'
import { errorsOf } from '../support/fixtures/page-errors.ts'
import { expect, test } from '../support/fixtures/shop.ts'

// Installing and building a real application takes time.
test.describe.configure({ mode: 'serial', timeout: 600_000 })

let home = ''
let tarball = ''

test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-installed-'))
  tarball = packProject(home)
})

test.afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Skips the test with a message if the registry for installing the frameworks cannot be reached. */
async function install(fixture: string): Promise<CleanProject> {
  try {
    return await cleanProject(fixture, join(home, fixture), tarball)
  } catch (fault) {
    test.skip(isUnreachable(fault), `NOT RUN: no npm registry for ${fixture}`)
    throw fault
  }
}

const products = (pids_list: readonly string[]) => ({ data: { pids_list } })

test('a Next.js application, rendered and streamed by its server, reports its events', async ({
  page,
  shop,
}) => {
  const { root, run } = await install('next')
  await run('npm', 'run', 'build')
  const next = await startNext(root, {
    SITE_KEY: shop.keys.siteKey,
    TRACKER_URL: shop.url,
    CONSENT: 'granted',
    RECORD_BOTS: 'true',
  })
  try {
    const faults = errorsOf(page)
    // A failed request is not an error here: the shop has no favicon, and P3 is sold out.
    page.on('console', (said) => {
      if (said.type() === 'error' && !said.text().startsWith('Failed to load'))
        faults.push(said.text())
    })

    const html = await (await fetch(next.url)).text()
    expect(html).toContain('data-user="undefined"')
    expect(html).toContain('data-svc-product="P3"')

    await page.goto(next.url)
    expect(await shop.waitFor('PRODUCT_IMPRESSIONS')).toMatchObject([products(['P1', 'P2', 'P3'])])
    await page.getByRole('button', { name: 'Add P3' }).click()
    await page.getByRole('button', { name: 'Add P1' }).click()
    await shop.waitFor('cart')
    await page.getByRole('link', { name: 'Boots' }).click()
    await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
    await page.getByText('P5').click()
    await shop.waitFor('click')

    const told = (await shop.received()).map(({ action, data }) => ({ action, ...Object(data) }))
    expect(told).toMatchObject([
      { action: 'visitor', url: `${next.url}/`, referrer: '' },
      { action: 'PRODUCT_IMPRESSIONS', page: 'categoryPath:"Men>Shoes"' },
      { action: 'cart', pid: 'P1', qty: '1', url: `${next.url}/` },
      {
        action: 'PRODUCT_IMPRESSIONS',
        query: 'boots',
        pids_list: ['P4', 'P5'],
        url: `${next.url}/search?q=boots`,
        referrer: `${next.url}/`,
      },
      { action: 'click', pid: 'P5', url: `${next.url}/search?q=boots` },
    ])
    expect(faults).toEqual([])
    expect(next.printed()).not.toContain('Error')
  } finally {
    await next.stop()
  }
})
