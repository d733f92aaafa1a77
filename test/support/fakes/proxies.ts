import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createTlsServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../runner/free-port.ts'

/** A self-signed certificate for the host names in the documentation. */
export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
}

/** @throws Error if `openssl` is missing. */
export function makeCertificate(folder: string): Certificate {
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  const names = 'subjectAltName=DNS:shop.example,DNS:tracker.example,DNS:localhost'
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const subject = ['-nodes', '-days', '2', '-subj', '/CN=shop.example', '-addext', names]
  const files = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' })
  return { certFile, keyFile }
}

/** One request that has reached the tracker. */
export interface Arrived {
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A tracker behind TLS: records requests and passes them on to a local service. */
export interface Tracker {
  readonly port: number
  readonly arrived: readonly Arrived[]
  close(): Promise<void>
}

export async function startTracker(
  { certFile, keyFile }: Certificate,
  serviceUrl: string,
): Promise<Tracker> {
  const arrived: Arrived[] = []
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile), maxHeaderSize: 65_536 }
  const server: Server = createTlsServer(tls, async (request, response) => {
    const target = request.url ?? ''
    arrived.push({ target, headers: request.headers })
    const answer = await fetch(serviceUrl + target)
    const type = answer.headers.get('content-type') ?? 'image/gif'
    response.writeHead(answer.status, { 'content-type': type })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    arrived,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** A server of the shop that runs the configuration in the documentation. */
export interface ShopServer {
  /** The port of `https://shop.example` on this machine. */
  readonly port: number
  stop(): Promise<void>
}

export interface ServerOptions {
  /** The configuration as the documentation shows it. */
  readonly configuration: string
  /** The shop's files. */
  readonly root: string
  /** The folder for everything that the program writes. */
  readonly folder: string
  readonly certificate: Certificate
  readonly trackerPort: number
}

/** Runs a program until it is stopped. Resolves when it responds at the port; if it ends first, rejects with its output. */
async function run(
  program: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<ShopServer> {
  const child = spawn(program, args, { env: { ...process.env, ...env } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const answers = () =>
    fetch(`https://127.0.0.1:${port}`).then(
      () => true,
      // A certificate error is a response too; only a closed port is not.
      ({ cause }: { cause?: { code?: string } }) => cause?.code !== 'ECONNREFUSED',
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(printed)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Replaces the text that the documentation says must be changed. @throws Error if the documentation does not contain it. */
const changed = (configuration: string, changes: Readonly<Record<string, string>>) =>
  Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration has no ${from}`)
    return text.replaceAll(from, to)
  }, configuration)

export async function startNginx(program: string, options: ServerOptions): Promise<ShopServer> {
  const { configuration, root, folder, certificate, trackerPort } = options
  const port = await freePort()
  const site = changed(configuration, {
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/ssl/shop.example.pem': certificate.certFile,
    '/etc/ssl/shop.example.key': certificate.keyFile,
    '/srv/shop': root,
    '/etc/ssl/certs/ca-certificates.crt': certificate.certFile,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log stderr;
    events {}
    http { access_log off; ${temporary} types { text/html html; text/javascript js; }
    # The tracker's name leads to the test's.
    upstream tracker.example { server 127.0.0.1:${trackerPort}; }
    ${site} }`,
  )
  return run(program, ['-p', folder, '-e', 'stderr', '-c', file], port)
}

export async function startCaddy(program: string, options: ServerOptions): Promise<ShopServer> {
  const { configuration, root, folder, certificate, trackerPort } = options
  const port = await freePort()
  const site = changed(configuration, {
    '/srv/shop': root,
    'https://tracker.example': `https://localhost:${trackerPort}`,
    'file_server\n': `file_server\n  tls ${certificate.certFile} ${certificate.keyFile}\n`,
  })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{\n  admin off\n  default_bind 127.0.0.1\n  https_port ${port}\n  auto_https disable_redirects\n}\n${site}`,
  )
  const home = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
  return run(program, ['run', '--config', file, '--adapter', 'caddyfile'], port, {
    ...home,
    SSL_CERT_FILE: certificate.certFile,
  })
}
