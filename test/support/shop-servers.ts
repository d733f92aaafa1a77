import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { which } from './engines.ts'

/** Where this project keeps programs that the machine does not have. */
const own = fileURLToPath(new URL('../../node_modules/.cache/shop-servers', import.meta.url))

const places = {
  // Debian keeps it where only root looks.
  nginx: ['/usr/sbin/nginx', join(own, 'usr/sbin/nginx')],
  caddy: [join(own, 'usr/bin/caddy')],
}

export type ShopServer = keyof typeof places

/** The path of a server that can be run here; `undefined` when there is none. */
export const findServer = (name: ShopServer): string | undefined =>
  which(name) ?? places[name].find(existsSync)

function run(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { cwd: own, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Fetches Debian's package of a server and unpacks it into this project: nothing is installed, and no service of the machine starts.
 * Returns whether it can be run now.
 */
export function fetchServer(name: ShopServer): boolean {
  if (!existsSync('/etc/debian_version')) return false
  mkdirSync(own, { recursive: true })
  const download = () => run('apt-get', ['download', name])
  if (!download()) {
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=600', 'update', '-qq'])
    if (!download()) return false
  }
  const file = readdirSync(own).find((entry) => entry.startsWith(`${name}_`))
  if (!file || !run('dpkg', ['-x', file, '.'])) return false
  const program = findServer(name)
  return program !== undefined && run(program, name === 'nginx' ? ['-v'] : ['version'])
}
