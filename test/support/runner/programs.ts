import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { which } from './engines.ts'
import { freePort } from './free-port.ts'

/** A program that the script started, and can kill and restart. */
export interface Program {
  readonly name: string
  readonly port: number
  start(): Promise<void>
  /** Kills the program (SIGKILL), or sends another signal. */
  stop(signal?: NodeJS.Signals): Promise<void>
  pid(): number | undefined
}

/** The running programs. None of them may outlive the script, however it ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

interface Command {
  readonly name: string
  readonly port: number
  readonly run: () => ChildProcess
  /** Whether the program responds; if absent, the port is checked. */
  readonly isUp?: () => Promise<boolean>
}

/** Where Debian installs servers that are not in every user's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin']

/** The path of an installed program; `undefined` if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  which(name) ?? FOLDERS.map((folder) => join(folder, name)).find(existsSync)

/** Required programs that are not installed. */
export const missingPrograms = (): readonly string[] =>
  ['nats-server', 'postgres', 'initdb', 'nginx'].filter((name) => findProgram(name) === undefined)

const isOpen = (port: number) =>
  new Promise<boolean>((settle) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
    socket.once('close', () => settle(false)).once('connect', () => socket.destroy())
  })

/** Waits until a condition holds, for at most three minutes, because a busy machine starts programs slowly. */
export async function until(name: string, isSo: () => Promise<boolean>, forMs = 180_000) {
  const end = Date.now() + forMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${name} took longer than ${forMs / 1_000} s.`)
    await sleep(100)
  }
}

/** A program that is up when its port is open, unless the command says otherwise. */
export function program({ name, port, run, isUp = () => isOpen(port) }: Command): Program {
  let child: ChildProcess | undefined
  const launch = () => {
    const launched = run()
    running.add(launched)
    launched.once('exit', () => running.delete(launched))
    return launched
  }
  return {
    name,
    port,
    pid: () => child?.pid,
    async start() {
      child = launch()
      // PostgreSQL exits at once while children of a killed server still hold its memory.
      await until(name, async () => {
        if (child?.exitCode !== null) child = launch()
        return isUp()
      })
    },
    async stop(signal = 'SIGKILL') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const quiet: SpawnOptions = { stdio: 'ignore' }

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** Starts NATS with JetStream, with the configuration in `deploy`, on one node. */
export async function natsServer(folder: string): Promise<Program> {
  const port = await freePort()
  const config = join(folder, 'nats.conf')
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"
jetstream { store_dir: "${join(folder, 'jetstream')}", max_file_store: 20GB }
`,
  )
  return program({
    name: 'nats-server',
    port,
    run: () => spawn(findProgram('nats-server') ?? 'nats-server', ['-c', config], quiet),
  })
}

/** Starts PostgreSQL with the cluster in a folder, or a new one. As root, it runs as the user `postgres`, because PostgreSQL refuses root. */
export async function postgresServer(folder: string): Promise<Program & { readonly url: string }> {
  const port = await freePort()
  const data = join(folder, 'postgres')
  mkdirSync(data, { recursive: true })
  const owner: Owner = process.getuid?.() === 0 ? ownerOf('postgres') : {}
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(data, owner.uid, owner.gid)
  if (!existsSync(join(data, 'PG_VERSION')))
    execFileSync(
      findProgram('initdb') ?? 'initdb',
      ['-D', data, '-U', 'svc', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      { stdio: 'ignore', cwd: '/', ...owner },
    )
  const server = program({
    name: 'postgres',
    port,
    run: () =>
      spawn(
        findProgram('postgres') ?? 'postgres',
        ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', data],
        { ...quiet, cwd: '/', ...owner },
      ),
  })
  return { ...server, url: `postgres://svc@127.0.0.1:${port}/postgres` }
}

function ownerOf(user: string): Owner {
  const id = (flag: string) => Number(execFileSync('id', [flag, user]).toString())
  return { uid: id('-u'), gid: id('-g') }
}

const shipped = new URL('../../../deploy/nginx/svc-intake.conf', import.meta.url)

/** Starts nginx with the configuration in `deploy`, in front of these intakes. */
export async function nginxServer(
  folder: string,
  intakePorts: readonly number[],
): Promise<Program & { readonly url: string }> {
  const port = await freePort()
  const home = join(folder, 'nginx')
  mkdirSync(home, { recursive: true })
  const servers = intakePorts.map(
    (intake) => `server 127.0.0.1:${intake} max_fails=1 fail_timeout=5s;`,
  )
  const site = readFileSync(shipped, 'utf8')
    .replace(/( *server 127\.0\.0\.1:\d+ max_fails[^\n]*\n)+/, `${servers.join('\n')}\n`)
    .replace('listen 127.0.0.1:8080', `listen 127.0.0.1:${port}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home}/${kind};`,
  )
  const config = join(home, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 1024; }
http { access_log ${home}/access.log combined; ${temporary.join(' ')}
${site}
}
`,
  )
  const server = program({
    name: 'nginx',
    port,
    run: () =>
      spawn(findProgram('nginx') ?? 'nginx', ['-c', config, '-e', `${home}/error.log`], {
        stdio: 'ignore',
      }),
  })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

const main = fileURLToPath(new URL('../../../service/build/main.js', import.meta.url))

/** One process of the built service, started as operators do it. */
export interface ServiceProcess extends Program {
  readonly url: string
  metric(name: string): Promise<number>
}

/** Starts a role of the service on its own port. It is up when `/healthz` responds. */
export async function serviceProcess(
  name: string,
  args: readonly string[],
): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const started = program({
    name,
    port,
    isUp,
    run: () =>
      spawn('node', [main, '--port', `${port}`, ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
  })
  return {
    ...started,
    url,
    async metric(metric) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const values = text
        .split('\n')
        .filter((line) => line.startsWith(metric))
        .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
      if (values.length === 0) return Number.NaN
      return values.reduce((sum, value) => sum + value, 0)
    },
  }
}
