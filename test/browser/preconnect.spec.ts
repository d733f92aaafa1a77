import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import { inLanguage, readFile } from '../support/fixtures/docs.ts'
import { chromiumEngine } from '../support/runner/engines.ts'

// Started by itself: a browser that is driven does not connect ahead.

test.skip(({ browserName }) => browserName !== 'chromium')

const listening = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

test('the connection that the documented preconnect opens is the one that the tag uses', async () => {
  const requests = new Map<Socket, number>()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const tracker = createServer(({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    response.setHeader('access-control-allow-origin', '*')
    response.end('GIF89a', answer)
  }).on('connection', (socket) => requests.set(socket, 0))
  const trackerUrl = `http://127.0.0.1:${await listening(tracker)}`

  const [block] = inLanguage('html').filter(({ code }) => code.includes('preconnect'))
  const html = (block?.code ?? '')
    .replaceAll(/https:\/\/\w+\.example/g, trackerUrl)
    .replace('<script async', '<script async data-record-bots')
    // Nobody answers a banner here.
    .replace('data-consent="hold"', 'data-consent="granted"')
  const shop = createServer(({ url }, response) => {
    const isTag = url === '/svc/svc.js'
    response.setHeader('content-type', isTag ? 'text/javascript' : 'text/html')
    // The tag comes when the connection is there, as it does over a real network.
    const wait = setInterval(() => {
      if (isTag && requests.size === 0) return
      clearInterval(wait)
      response.end(isTag ? readFile('dist/svc.js') : html)
    }, 20)
  })
  const port = await listening(shop)

  const program = chromiumEngine()?.use.launchOptions?.executablePath ?? chromium.executablePath()
  const profile = test.info().outputPath('profile')
  const browser = spawn(
    program,
    ['--headless=new', '--no-sandbox', `--user-data-dir=${profile}`, `http://localhost:${port}/`],
    { stdio: 'ignore' },
  )
  try {
    await answered
    expect([...requests.values()]).toEqual([1])
  } finally {
    browser.kill()
    for (const server of [tracker, shop]) {
      server.closeAllConnections()
      server.close()
    }
  }
})
