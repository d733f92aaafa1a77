import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fetchServer, findServer } from '../fixtures/shop-servers.ts'
import { chromiumEngine, firefoxEngine, which } from './engines.ts'
import { hasWebKit } from './webkit.ts'

/**
 * Makes sure that there are browsers to test with: the system's when present, Debian's packages when this runs as root on
 * Debian, else Playwright's own downloads. Without Chromium it exits with code 1 and one line; so it does without the others
 * where `CI` is set, and elsewhere says what is not tested and how to get it. Arguments name the engines that matter; all if none.
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

function installFromDebian(packages: readonly string[]): boolean {
  const wait = ['-o', 'DPkg::Lock::Timeout=600']
  return (
    run('apt-get', [...wait, 'update', '-qq']) &&
    run('apt-get', [...wait, 'install', '-qq', '-y', '--no-install-recommends', ...packages])
  )
}

const engines = {
  chromium: { has: () => chromiumEngine() !== undefined, packages: ['chromium'] },
  firefox: { has: () => firefoxEngine() !== undefined, packages: ['firefox-esr'] },
  // Playwright's own WebKit is not used: the same stories are driven by WebDriver everywhere.
  webkit: { has: hasWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
}

const wanted = process.argv.slice(2)

const missing = () =>
  Object.entries(engines).filter(
    ([name, { has }]) => (!wanted.length || wanted.includes(name)) && !has(),
  )

if (missing().length > 0) {
  console.log(`Getting browsers to test with: ${missing().map(([name]) => name)}.`)
  const isInstalled =
    isRootOnDebian() && installFromDebian(missing().flatMap(([, { packages }]) => packages))
  if (!isInstalled) {
    const downloads = missing().flatMap(([name]) => (name === 'webkit' ? [] : [name]))
    run('npx', ['playwright', 'install', '--with-deps', '--no-shell', ...downloads])
  }
}
// Tests that stay on their page are quicker in it, and run in Chromium where it cannot be had.
const SHELL = 'chromium-headless-shell'
if (!wanted.length && isRootOnDebian() && !which(SHELL)) installFromDebian([SHELL])

for (const [name, { packages }] of missing()) {
  console.error(
    `NOT TESTED IN ${name}: install it (Debian: apt-get install ${packages.join(' ')}).`,
  )
  if (name === 'chromium' || process.env.CI) process.exitCode = 1
}

for (const server of ['nginx', 'caddy'] as const) {
  if (!findServer(server) && !fetchServer(server))
    console.log(`NOT INSTALLED: ${server}. Its configuration in the documentation is not run.`)
}
