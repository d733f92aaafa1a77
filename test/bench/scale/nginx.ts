import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, freePort, type Program, program } from './programs.ts'

const shipped = new URL('../../../deploy/nginx/svc-intake.conf', import.meta.url)

/** nginx with the configuration that `deploy` has, in front of these intakes. */
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
