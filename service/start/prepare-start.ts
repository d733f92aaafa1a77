import { createServer } from 'node:net'
import { generate } from 'selfsigned'
import type { Options } from './service-options.ts'

/**
 * Checks that the service can listen, before any slow work begins.
 *
 * @throws Error whose message names the option, the value and what to do instead.
 */
export function checkPort({ port, host }: Pick<Options, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  return new Promise((free, fail) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use; choose another with --port N.`
      fail(new Error(code === 'EADDRINUSE' ? inUse : `--host ${host}: ${message}`))
    })
    server.listen(port, host, () => server.close(() => free()))
  })
}

/** Runs one stage of the start, and reports it when it is done. */
export type Stage = <Result>(
  work: () => Result | Promise<Result>,
  name: (result: Result) => string,
) => Promise<Result>

const NAME_CHARACTERS = 44

/**
 * Reports the stages of a start on one line each, with the name and the duration in seconds.
 *
 * @param write - Writes one line.
 */
export function createStages(write: (line: string) => void): Stage {
  return async (work, name) => {
    const begun = performance.now()
    const result = await work()
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    write(`  ${name(result).padEnd(NAME_CHARACTERS)} ${seconds.padStart(5)} s`)
    return result
  }
}

/** A key and its certificate, in the form that Node's HTTPS server expects. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

const DAYS = 30
const DAY_MS = 86_400_000

/**
 * Creates a certificate for this machine's names, for pages that need a secure context. Browsers do
 * not trust it unless they are told to. It is new at each start and never stored.
 *
 * @param host - Where the service listens, in addition to `localhost` and the loopback addresses.
 */
export async function selfMadeCertificate(host: string): Promise<Certificate> {
  const names = [...new Set(['localhost', host])].filter((name) => /[a-z]/i.test(name))
  const notAfterDate = new Date(Date.now() + DAYS * DAY_MS)
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2, value }) as const),
          ...['127.0.0.1', '::1'].map((ip) => ({ type: 7, ip }) as const),
        ],
      },
    ],
  })
  return { key: made.private, cert: made.cert }
}
