import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AnalyticsReport } from '../../../service/console/analytics/report-type.ts'
import { createApp } from '../../../service/http/app.ts'
import { checkPort } from '../../../service/start/prepare-start.ts'
import { readOptions } from '../../../service/start/service-options.ts'
import { createRefusedRequests } from '../../../service/tracker/refused-requests.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'

const main = fileURLToPath(new URL('../../../demo-site/start.ts', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the service like `npm start`. `onOutput` gets everything that it has printed so far. */
function start(
  args: readonly string[],
  onOutput?: (text: string, stop: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args])
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    onOutput?.(stdout, () => child.kill('SIGTERM'))
  })
  return new Promise((settle) => child.on('close', (code) => settle({ code, stdout, stderr })))
}

const files = () => {
  const feed = outputPath('feed.json')
  writeFileSync(feed, JSON.stringify(smallFeed()))
  return ['--catalog', feed, '--db', outputPath('service.db')]
}

/** Starts the service, asks it at its URL once it listens, and stops it by a signal. */
async function asked<Answer>(args: readonly string[], ask: (url: string) => Promise<Answer>) {
  let answer: Promise<Answer> | undefined
  const ended = await start([...files(), '--port', '0', ...args], (text, stop) => {
    const [url] = /https?:\S+(?=\/events)/.exec(text) ?? []
    if (!url || answer) return
    answer = ask(url)
    void answer.finally(stop)
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return { stdout: ended.stdout, answer: await answer }
}

test('the service prints its URL, responds there with sample traffic, and ends on a signal', async () => {
  const { stdout, answer } = await asked(['--sample', '30'], async (url) => {
    const { status } = await fetch(`${url}/demo-api-key/demo-site/search?q=boots`)
    const report = (await (await fetch(`${url}/analytics/data`)).json()) as AnalyticsReport
    return [status, report.totals.sampleUsers]
  })
  expect(stdout).toContain('60 products')
  expect(answer).toEqual([200, 30])
})

test('with --https, it uses a certificate for this machine', async () => {
  const path = '/demo-api-key/demo-site/search?q=boots'
  const { answer } = await asked(
    ['--https'],
    (url) =>
      new Promise((settle, fail) => {
        get(`${url}${path}`, { rejectUnauthorized: false }, (reply) => {
          const { subjectaltname } = (reply.socket as TLSSocket).getPeerCertificate()
          settle([reply.resume().statusCode, subjectaltname])
        }).on('error', fail)
      }),
  )
  expect(answer).toEqual([200, expect.stringContaining('127.0.0.1')])
})

test('a start that cannot succeed fails with one line that names the option', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((settle) => busy.once('listening', settle))
  const { port } = busy.address() as AddressInfo

  for (const [args, message] of [
    [['--port', String(port)], `Port ${port} is in use; choose another with --port N.`],
    [['--port', 'http'], '--port http: not a port (0 to 65535).'],
    [['--sample', 'many'], '--sample many: not a number of visits (0 to 10000).'],
    [['--currency', 'Euro'], '--currency Euro: not a currency; write a code like EUR or USD.'],
    [
      ['--host', '0.0.0.0'],
      '--host 0.0.0.0: others can reach it; choose a --token for /events and /analytics.',
    ],
    [['--prot', '1'], "Unknown option '--prot'"],
  ] as const) {
    const check = async () => {
      const options = readOptions(['--port', '0', ...args], 'service.db')
      if (options) await checkPort(options)
    }
    await expect(check(), args.join(' ')).rejects.toThrow(message)
  }
  busy.close()
})

test.each([
  [
    'a broken feed',
    (file: string) => ['--catalog', file],
    ': the JSON breaks off after product 1.',
  ],
  ['another file as its database', (file: string) => ['--db', file], ': file is not a database'],
])('with %s it prints one line and exits with code 1', async (_, option, message) => {
  const broken = outputPath('broken.json')
  writeFileSync(broken, '[{"uniqueId":"P1"}')
  const { code, stdout, stderr } = await start([...files(), '--port', '0', ...option(broken)])
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(broken + message)])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
})

test('a connection whose response ends while the service closes is closed with it', async () => {
  const app = await createApp({ refused: createRefusedRequests() })
  const body = new PassThrough()
  app.get('/slow', (_request, reply) => reply.type('image/png').send(body))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  body.write('begun, ')
  const response = await fetch(`${url}/slow`)
  const closed = app.close()
  body.end('done')
  expect(await response.text()).toBe('begun, done')
  await closed
}, 30_000)
