import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fetchServer, findServer } from '../fixtures/shop-servers.ts'
import { chromiumEngine, firefoxEngine, which } from './engines.ts'
import { hasWebKit } from './webkit.ts'

/**
 * Makes sure that there are browsers for the tests: the system's if present, Debian's packages if this runs as root on Debian, or else
 * Playwright's own downloads. Without Chromium, exits with code 1 and one line. If another browser is missing, it does the same if `CI` is
 * set, and otherwise prints what is not tested and how to install it. Arguments name the required engines; without any, all are required.
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
  // Playwright's own WebKit is not used, because WebDriver runs the same tests on every machine.
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
// Tests that stay on one page run faster in the headless shell; without it, they run in Chromium.
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
