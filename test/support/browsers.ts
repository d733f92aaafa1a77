import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumEngine, which } from './engines.ts'
import { fetchServer, findServer } from './shop-servers.ts'

/**
 * Makes sure that there is a browser to test with: the system's Chromium when present, Debian's
 * package when this runs as root on Debian, else Playwright's own download. Exits with code 1 and
 * one line when none can be had.
 */
function run(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}

const isRootOnDebian = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && which('apt-get') !== undefined

function installFromDebian(): boolean {
  const wait = ['-o', 'DPkg::Lock::Timeout=600']
  return (
    run('apt-get', [...wait, 'update', '-qq']) &&
    run('apt-get', [...wait, 'install', '-qq', '-y', '--no-install-recommends', 'chromium'])
  )
}

if (!chromiumEngine()) {
  console.log('No Chromium here; getting one.')
  const isInstalled =
    (isRootOnDebian() && installFromDebian()) ||
    run('npx', ['playwright', 'install', '--with-deps', '--no-shell', 'chromium'])
  if (!isInstalled || !chromiumEngine()) {
    console.error(
      'No browser: install Chromium (Debian: apt-get install chromium), or name one in SVC_CHROMIUM.',
    )
    process.exit(1)
  }
}

for (const server of ['nginx', 'caddy'] as const) {
  if (!findServer(server) && !fetchServer(server))
    console.log(`NOT INSTALLED: ${server}. Its configuration in the documentation is not run.`)
}
