import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, expect, test } from '@playwright/test'
import {
  makeCertificate,
  type ShopServer,
  startCaddy,
  startNginx,
  startTracker,
  type Tracker,
} from '../support/fakes/proxies.ts'
import { blocksOf } from '../support/fixtures/docs.ts'
import { startService, type TestService } from '../support/fixtures/local-service.ts'
import { findServer } from '../support/fixtures/shop-servers.ts'
import { chromiumEngine, which } from '../support/runner/engines.ts'

// The configurations in the documentation, run unchanged with the real programs.

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const { version } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as {
  version: string
}
const block = (language: string) =>
  blocksOf('docs/going-to-production.md').find((found) => found.language === language)?.code ?? ''

const servers = [
  { name: 'nginx', language: 'nginx', program: findServer('nginx'), start: startNginx },
  { name: 'Caddy', language: 'caddyfile', program: findServer('caddy'), start: startCaddy },
]

function writeShop(root: string, siteKey: string) {
  mkdirSync(join(root, 'svc'), { recursive: true })
  for (const folder of ['', `svc-${version}/`])
    cpSync(join(dist, `${folder}svc.js`), join(root, 'svc', `${folder}svc.js`), { recursive: true })
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><title>Shop</title>
    <script async src="/svc/svc-${version}/svc.js" data-site-key="${siteKey}" data-tracker-url=""
            data-create-user-id="false" data-record-bots></script>
    <ul data-svc-query="boots"><li data-svc-product="P1">One</li></ul>`,
  )
}

for (const { name, language, program, start } of servers) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' })
    test.skip(!program || !which('openssl'), `NOT RUN: ${name} or openssl is not installed`)

    let service: TestService
    let tracker: Tracker
    let proxy: ShopServer

    test.beforeAll(async () => {
      const folder = test.info().outputPath('server')
      mkdirSync(folder, { recursive: true })
      const certificate = makeCertificate(folder)
      service = await startService()
      tracker = await startTracker(certificate, service.url)
      const root = join(folder, 'shop')
      writeShop(root, service.keys.siteKey)
      proxy = await start(program ?? '', {
        configuration: block(language),
        root,
        folder: join(folder, 'run'),
        certificate,
        trackerPort: tracker.port,
      })
    })

    test.afterAll(async () => {
      await proxy?.stop()
      await tracker?.close()
      await service?.close()
    })

    const ask = (path: string, headers: Record<string, string> = {}) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const address = { host: '127.0.0.1', port: proxy.port, servername: 'shop.example' }
        request(
          {
            ...address,
            path,
            rejectUnauthorized: false,
            headers: { host: 'shop.example', ...headers },
          },
          (answer) => {
            answer.resume()
            answer.once('end', () => resolve(answer))
          },
        )
          .once('error', reject)
          .end()
      })

    test('passes on a request byte for byte, with the shopper’s address, without cookies', async () => {
      const target = `/v2/1p.jpg?data=${encodeURIComponent(`{"query":"50% \\ “ü” + & #"}`)}&SvcKey=a%20b&action=search&uid=%7C&t=1%7C0.5`
      const { statusCode } = await ask(target, {
        cookie: 'session=secret; svc.userId=u-1',
        'x-forwarded-for': '6.6.6.6',
      })
      expect(statusCode).toBe(200)
      const { target: arrived, headers } = tracker.arrived.at(-1) ?? {}
      expect(arrived).toBe(target)
      expect(headers).toMatchObject({ host: 'tracker.example', 'x-forwarded-for': '127.0.0.1' })
      expect(headers?.cookie).toBeUndefined()
    })

    test('passes on the longest URL that the tag makes', async () => {
      const start = '/v2/1p.jpg?data='
      const target = start + 'a'.repeat(7_600 - `https://shop.example${start}`.length)
      await ask(target)
      expect(tracker.arrived.at(-1)?.target).toBe(target)
    })

    test('lets versioned files be cached forever, and others for ten minutes', async () => {
      const lifecycle = async (path: string) => (await ask(path)).headers['cache-control']
      expect(await lifecycle(`/svc/svc-${version}/svc.js`)).toBe(
        'public, max-age=31536000, immutable',
      )
      expect(await lifecycle('/svc/svc.js')).toBe('public, max-age=600')
    })

    test('gives an id to visitors who have agreed and have none, and keeps an existing one', async () => {
      const cookies = async (cookie: string, path = '/') =>
        (await ask(path, { cookie })).headers['set-cookie'] ?? []
      const rest = 'Max-Age=34560000; Path=/; Domain=shop.example; Secure; SameSite=Lax'
      expect(await cookies('')).toEqual([])
      expect(await cookies('shop_consent=denied')).toEqual([])
      expect(await cookies('svc.userId=u-1')).toEqual([])

      const [first = ''] = await cookies('shop_consent=granted')
      const [second = ''] = await cookies('other=svc; shop_consent=granted')
      expect(first).toMatch(/^svc\.userId=uid-[\w-]{32,}; /)
      expect(first.split('; ').slice(1).join('; ')).toBe(rest)
      expect(first).not.toBe(second)

      expect(await cookies('shop_consent=granted; svc.userId=u-1%20x')).toEqual([
        `svc.userId=u-1%20x; ${rest}`,
      ])
      expect(await cookies('shop_consent=granted', '/v2/1p.jpg?t=1')).toEqual([])
    })

    test('a page behind it reports with the server’s id, which the tag does not change', async () => {
      const { launchOptions = {} } = chromiumEngine()?.use ?? {}
      const args = [
        ...(launchOptions.args ?? []),
        `--host-resolver-rules=MAP shop.example 127.0.0.1:${proxy.port}`,
      ]
      const browser = await chromium.launch({ channel: 'chromium', ...launchOptions, args })
      try {
        const context = await browser.newContext({ ignoreHTTPSErrors: true })
        const consent = { name: 'shop_consent', value: 'granted', url: 'https://shop.example' }
        await context.addCookies([consent])
        await service.reset()
        const shopPage = await context.newPage()
        await shopPage.goto('https://shop.example/')
        const [seen] = await service.waitFor('PRODUCT_IMPRESSIONS')

        const kept = (await context.cookies('https://shop.example')).filter(
          (cookie) => cookie.name === 'svc.userId',
        )
        expect(kept).toMatchObject([{ domain: '.shop.example', value: seen?.uid, secure: true }])
        const days = ((kept[0]?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000
        expect(days).toBeGreaterThan(399)
        expect((await service.received()).map(({ action, reasons }) => [action, reasons])).toEqual([
          ['visitor', []],
          ['PRODUCT_IMPRESSIONS', []],
        ])
      } finally {
        await browser.close()
      }
    })
  })
}
