import { generate } from 'selfsigned'

/** A key and its certificate, as Node's HTTPS server takes them. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

const DAYS = 30
const DAY_MS = 86_400_000

/**
 * Makes a certificate for this machine's names, for pages that need a secure context. No browser
 * trusts it until it is told to; it is new at each start and kept nowhere.
 *
 * @param host - Where the service listens, beside `localhost` and the loopback addresses.
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
