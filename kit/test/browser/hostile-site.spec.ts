import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { XMLValidator } from 'fast-xml-parser'
import { which } from '../../../test/support/runner/engines.ts'
import { readOptions } from '../../audit/audit-options.ts'
import { isStartAudited, type Report } from '../../audit/audit-report.ts'
import { audit } from '../../audit/audit-site.ts'
import { formatReport } from '../../audit/formats.ts'
import { plantedTag, startPlantedShop } from '../planted-shop.ts'

test.describe.configure({ timeout: 300_000 })

const chromium = which('chromium-headless-shell') ?? which('chromium')

const run = (url: string, more: readonly string[] = [], say = (_: string) => {}): Promise<Report> =>
  audit(
    readOptions([url, '--delay', '0', ...(chromium ? ['--browser', chromium] : []), ...more]),
    say,
  )

const list = '<ul data-svc-query="boots"></ul>'

/** Everything that a page can send while it is left, to an address. */
const leaving = (tracker: string) => `<iframe name="frame"></iframe>
  <form id="form" action="${tracker}" target="frame"><input name="action" value="click"></form>
  <script>
    const send = (how) => {
      const url = ${JSON.stringify(tracker)} + '?action=click&uid=u&t=1&data={"pid":"P1"}&how=' + how
      for (const task of [
        () => fetch(url + 'keepalive', { keepalive: true }),
        () => fetch(url + 'plain', { mode: 'no-cors' }),
        () => { new Image().src = url + 'image' },
        () => navigator.sendBeacon(url + 'beacon'),
        () => fetchLater(url + 'later'),
        () => document.getElementById('form').submit(),
        () => window.open(url + 'window'),
      ]) try { task() } catch {}
    }
    try { fetchLater(${JSON.stringify(tracker)} + '?how=early') } catch {}
    navigator.serviceWorker?.register('/worker.js').catch(() => {})
    for (const type of ['pagehide', 'beforeunload', 'unload']) addEventListener(type, () => send(type))
    document.addEventListener('visibilitychange', () => send('hidden'))
  </script>`

test('nothing that an audited page sends reaches the tracker, whatever it does as it is left', async () => {
  const counted: string[] = []
  const tracker = createServer((request, response) => {
    if (request.method !== 'HEAD') counted.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve))
  const trackerUrl = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`
  const tag = plantedTag().replace('https://tracker.example', trackerUrl)
  const ownTag = plantedTag().replace('https://tracker.example', '')
  const empty = '<ul data-svc-query="no boots" data-svc-total="0"></ul>'
  const links = ['/left', '/own', '/moves', '/empty'].map((path) => `<a href="${path}">x</a>`)
  const shop = await startPlantedShop({
    '/': { body: `${empty}${links.join('')}${leaving(`${trackerUrl}/v2/1p.jpg`)}`, tag },
    '/left': { body: `${list}${leaving(`${trackerUrl}/v2/1p.jpg`)}`, tag },
    '/own': { body: `${list}${leaving('/v2/1p.jpg')}`, tag: ownTag },
    '/moves': {
      body: `${leaving(`${trackerUrl}/v2/1p.jpg`)}<script>setTimeout(() => { location = '/empty?' + Math.random() }, 300)</script>`,
      tag,
    },
    '/empty': { body: empty, tag },
    '/worker.js': {
      body: '',
      headers: { 'content-type': 'text/javascript' },
      file: Buffer.from(
        `addEventListener('install', () => fetch('${trackerUrl}/v2/1p.jpg?how=worker'))`,
      ),
    },
  })
  try {
    const { pages } = await run(`${shop.url}/`, ['--pages', '6'])
    expect(pages.filter(({ end }) => end === 'audited').length).toBeGreaterThanOrEqual(4)
    // Events happened, so there was something to hold back.
    const actions = pages.flatMap(({ events }) => Object.keys(events))
    expect(actions).toEqual(expect.arrayContaining(['visitor', 'PRODUCT_IMPRESSIONS']))
    // A request that the browser delayed would come now.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(counted).toEqual([])
    expect(shop.asked.filter((path) => path.includes('1p.jpg'))).toEqual([])
  } finally {
    await shop.close()
    tracker.close()
    tracker.closeAllConnections()
  }
})

const ESCAPES = '\u001b[2J\u0007\n::error::gotcha ##[error]\ufffe\ud800'

/** For pages that a fast machine can audit. */
const ENDED: unknown = expect.stringMatching(/^(audited|failed)$/)

/** Bodies of pages that keep an audit from ending or write into its report, with the end that each must have. */
const hostile: Readonly<Record<string, readonly [end: unknown, body: string]>> = {
  '/loop': ['failed', '<script>while (true);</script>'],
  '/hang': ['failed', '<script>setTimeout(() => { while (true); }, 200)</script>'],
  '/moves': ['redirected', '<script>location = "/moves?" + Math.random()</script>'],
  '/reload': [ENDED, '<script>setInterval(() => location.reload(), 10)</script>'],
  '/dialogs': [ENDED, '<script>setInterval(() => alert(1), 20)</script>'],
  '/escapes': [
    'audited',
    `<ul data-svc-query="a"><li data-svc-prodcut="${ESCAPES}${'x'.repeat(5_000)}">x</li></ul>`,
  ],
  '/fine': ['audited', list],
}

/** Other responses: redirects that never end or lead away, a page that never ends, one that never begins. */
const responses: Readonly<Record<string, readonly [end: string, respond: RequestListener]>> = {
  '/redirects': [
    'failed',
    (_, response) => response.writeHead(302, { location: `/redirects?${Math.random()}` }).end(),
  ],
  '/away': [
    'redirected',
    ({ headers: { host = '' } }, response) =>
      response
        .writeHead(302, { location: `http://${host.replace('127.0.0.1', 'localhost')}/fine` })
        .end(),
  ],
  '/endless': [
    'failed',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('<p>more</p>'), 50)
      response.on('close', () => clearInterval(timer))
    },
  ],
  '/slow': ['failed', () => {}],
}

const paths = [...Object.keys(hostile), ...Object.keys(responses)]
const SITEMAP_BOMB = gzipSync(Buffer.alloc(60_000_000, ' '))

function respond(...[request, response]: Parameters<RequestListener>) {
  const { pathname } = new URL(request.url ?? '/', 'http://site')
  const [, file] = /^\/svc\/([\w.-]+)$/.exec(pathname) ?? []
  const special = responses[pathname]?.[1]
  if (special) return special(request, response)
  if (pathname === '/bomb.gz') return response.end(SITEMAP_BOMB)
  if (pathname === '/robots.txt')
    return response.end(
      `Sitemap: http://${request.headers.host}/bomb.gz\nSitemap: http://localhost:9/other.xml`,
    )
  if (file) {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    return response.end(readFileSync(new URL(`../../../dist/${file}`, import.meta.url)))
  }
  const links = paths.map((path) => `<a href="${path}">x</a>`).join('')
  const body = pathname === '/' ? links : hostile[pathname]?.[1]
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
  return response.end(`<!doctype html><title>Shop</title>${plantedTag()}${body ?? ''}`)
}

async function startServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a hostile site is audited to its end, and each page says how it ended', async () => {
  const site = await startServer(respond)
  try {
    const lines: string[] = []
    const limits = ['--page-limit', '8', '--pages', String(paths.length + 1)]
    const report = await run(`${site.url}/`, limits, (line) => lines.push(line))
    const ends = Object.fromEntries(
      report.pages.map(({ url, end }) => [url.replace(site.url, ''), end]),
    )
    const expected = { ...hostile, ...responses }
    expect(ends).toMatchObject(
      Object.fromEntries(Object.entries(expected).map(([path, [end]]) => [path, end])),
    )
    for (const { end, why } of report.pages) expect(Boolean(why), end).toBe(end !== 'audited')
    expect(isStartAudited(report)).toBe(true)
    const unread = report.findings.filter(({ rule }) => rule === 'sitemap-unreadable')
    expect(unread.map(({ message }) => message).join()).toMatch(/bomb\.gz.*localhost:9/)

    for (const format of ['text', 'json', 'sarif', 'junit', 'html'] as const) {
      const text = formatReport(report, format)
      expect(text, format).toContain('gotcha')
      expect(text, format).not.toMatch(/[^\P{C}\n]|::error|##\[/u)
      expect(text.length, format).toBeLessThan(60_000)
    }
    expect(XMLValidator.validate(formatReport(report, 'junit'))).toBe(true)
    // Progress counts what the report counts, apart from what only the whole site shows.
    const counted = lines.reduce(
      (sum, line) => sum + Number(/· (\d+) found/.exec(line)?.[1] ?? 0),
      0,
    )
    const ofPages = report.findings.filter(
      ({ rule }) => !/^(sitemap-unreadable|template-unmarked)$/.test(rule),
    )
    expect(counted).toBe(ofPages.length)
  } finally {
    site.close()
  }
})

test('a start page that cannot be audited is exit code 2, and one that redirects within its site is followed', async () => {
  const site = await startServer(respond)
  const front = await startServer(({ url }, response) => {
    const target =
      url === '/away' ? `${site.url}/`.replace('127.0.0.1', 'localhost') : `${site.url}/fine`
    response.writeHead(301, { location: target }).end()
  })
  try {
    const followed = await run(`${front.url}/`)
    expect(followed.origin).toBe(site.url)
    expect(followed.pages.map(({ end }) => end)).toEqual(['redirected', 'audited'])
    expect(followed.notes.join()).toContain(`redirects to ${site.url}/fine`)
    expect(isStartAudited(followed)).toBe(true)
    for (const url of [
      `${front.url}/away`,
      `${site.url}/slow`,
      `${site.url}/moves`,
      'http://127.0.0.1:9/',
    ])
      expect(isStartAudited(await run(url, ['--page-limit', '2'])), url).toBe(false)
  } finally {
    site.close()
    front.close()
  }
})
