import { spawn } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { checkPort, createApp, createRefusedRequests, readOptions } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'

const main = fileURLToPath(new URL('../start.ts', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the service like `npm start`. `onOutput` gets everything that it has printed so far. */
function start(
  args: readonly string[],
  onOutput?: (text: string, stop: (signal?: NodeJS.Signals) => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args])
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    onOutput?.(stdout, (signal = 'SIGTERM') => child.kill(signal))
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
    const report = (await (await fetch(`${url}/analytics/data`)).json()) as {
      readonly totals: { readonly sampleUsers: number }
    }
    return [status, report.totals.sampleUsers]
  })
  expect(stdout).toContain('60 products')
  expect(answer).toEqual([200, 30])
})

test('a second process on the same files is refused in one line, but not after a crash', async () => {
  const token = 'correct horse battery'
  writeFileSync(outputPath('token'), `${token}\n`)
  const args = [...files(), '--port', '0', '--token-file', outputPath('token')]
  const others = ['--db', outputPath('other.db')]
  let seconds: Promise<readonly Ended[]> | undefined
  const [db, spool] = [outputPath('service.db'), outputPath('service.spool.db')]
  const first = await start(args, (text, stop) => {
    const [url] = /https?:\S+(?=\/events)/.exec(text) ?? []
    if (!url || seconds) return
    seconds = fetch(`${url}/analytics/data`, { headers: { authorization: `Bearer ${token}` } })
      .then(({ status }) => expect(status).toBe(200))
      .then(() => Promise.all([start(args), start([...args, ...others, '--spool', spool])]))
    void seconds.finally(() => stop('SIGKILL'))
  })
  const uses = (file: string) =>
    `${file}: another process of the service uses it; stop that one, or name another file.\n`
  expect(await seconds).toEqual([
    { code: 1, stdout: '', stderr: uses(db) },
    { code: 1, stdout: '', stderr: uses(spool) },
  ])
  expect(first.stdout).toContain('?token=…')
  expect(first.stdout).not.toContain(token)
  const written = readdirSync(outputPath()).filter((name) => /^service\./.test(name))
  expect(written).toEqual(expect.arrayContaining(['service.db', 'service.columns.duckdb']))
  for (const name of written) expect(statSync(outputPath(name)).mode & 0o777, name).toBe(0o600)
  await asked(['--token-file', outputPath('token')], async (url) => {
    const { response } = await (await fetch(`${url}/demo-api-key/demo-site/search?q=*`)).json()
    expect(response.numberOfProducts).toBe(60)
  })
  // It starts four processes, which takes minutes on a busy machine.
}, 300_000)

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
      '--host 0.0.0.0: others can reach it; choose a --token-file for /events and /analytics.',
    ],
    [['--token', 'short'], '--token: a token has at least 16 characters; make one with "openssl'],
    [['--token-file', '/dev/null'], '/dev/null: a token has at least 16 characters'],
    [['--token-file', '/no/file'], '--token-file /no/file: ENOENT'],
    [['--token', 'x'.repeat(16), '--token-file', 'f'], '--token and --token-file: give one'],
    [['--prot', '1'], '--prot: there is no such option; did you mean --port?'],
    [['--sampel=30'], '--sampel: there is no such option; did you mean --sample?'],
    [['--time-zones', 'UTC'], 'did you mean --time-zone?'],
    [['--colour'], '--colour: there is no such option; --help lists them all.'],
  ] as const) {
    const check = async () => {
      const options = readOptions(['--port', '0', ...args], 'service.db')
      if (options) await checkPort(options)
    }
    await expect(check(), args.join(' ')).rejects.toThrow(message)
  }
  busy.close()
})

test('a token comes from the option, the file or the environment', () => {
  const token = 'correct horse battery'
  const file = outputPath('token')
  writeFileSync(file, `${token}\n`)
  const tokenOf = (args: readonly string[], environment = {}) =>
    readOptions(args, 'service.db', environment)?.token
  expect(tokenOf(['--token', token])).toBe(token)
  expect(tokenOf(['--token-file', file])).toBe(token)
  expect(tokenOf([], { SVC_TOKEN: token })).toBe(token)
  expect(tokenOf([], { SVC_TOKEN: '' })).toBeUndefined()
  expect(() => tokenOf([], { SVC_TOKEN: 'short' })).toThrow('SVC_TOKEN: a token has')
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
