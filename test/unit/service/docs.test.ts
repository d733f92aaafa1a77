import { expect, test } from '@playwright/test'
import { docsPage, titleOf } from '../../../service/docs/page.ts'
import { startService, type TestService } from '../../support/service.ts'

let service: TestService

test.beforeAll(async () => {
  service = await startService()
})
test.afterAll(() => service.close())

const get = async (path: string) => {
  const reply = await fetch(new URL(path, service.url))
  return { status: reply.status, url: reply.url, headers: reply.headers, text: await reply.text() }
}

/** A page's ids, and where its links lead within the service. */
async function readPage(address: string) {
  const { status, text, headers } = await get(address)
  expect(status, address).toBe(200)
  const isPage = headers.get('content-type')?.includes('html') ?? false
  const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), address),
  )
  return {
    ids: [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
    links: isPage ? targets.filter(({ origin }) => origin === service.url) : [],
  }
}

const withoutHash = ({ origin, pathname }: URL) => origin + pathname

test('every link of every page of the documentation leads to something', async () => {
  const start = await get('/docs')
  expect(start.url).toBe(`${service.url}/README.md`)
  const addresses = new Set([start.url])
  const read = new Map<string, Awaited<ReturnType<typeof readPage>>>()
  // A set goes on to what is added while it is gone through.
  for (const address of addresses) {
    const page = await readPage(address)
    read.set(address, page)
    // The shop and the console have tests of their own.
    const isDocs = address === start.url || /\.(md|json)$/.test(address)
    if (isDocs) for (const link of page.links) addresses.add(withoutHash(link))
  }
  expect(addresses).toContain(`${service.url}/docs/markup.md`)
  expect(addresses).toContain(`${service.url}/docs/maps/shopify.json`)
  const lost = [...read.values()]
    .flatMap(({ links }) => links)
    .filter((link) => link.hash && link.pathname.endsWith('.md'))
    .filter((link) => !read.get(withoutHash(link))?.ids.includes(link.hash.slice(1)))
  expect(lost.map(String)).toEqual([])
})

test('nothing else of the project can be read', async () => {
  for (const path of [
    '/package.json',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/maps/..%2f..%2fpackage.json',
    '/src/tag.ts',
    '/docs/markup.md/..%2f..%2f..%2fetc/passwd',
  ]) {
    const { status, text } = await get(path)
    expect([403, 404], path).toContain(status)
    expect(text, path).not.toContain('"svc-tag"')
  }
})

test('what a page says is text: HTML in it, and links to scripts, are shown and do nothing', () => {
  const text =
    '# <b>Bold</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>\n'
  const html = docsPage({ path: 'a.md', text }, [{ path: '"><script>', title: '<i>' }])
  expect(titleOf(text)).toBe('<b>Bold</b>')
  expect(html).not.toMatch(/<(script|img|b|i)\b/)
  expect(html).not.toContain('href="javascript:')
})

test('two headings of one name have two ids, as in the repository', () => {
  const html = docsPage({ path: 'a.md', text: '# One `two`!\n## Same\n## Same\n' }, [])
  expect([...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'one-two',
    'same',
    'same-1',
  ])
})

test('a page runs nothing and fetches nothing from elsewhere', async () => {
  const { headers, text } = await get('/docs/markup.md')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toContain('<script')
})
