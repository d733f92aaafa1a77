import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/*
 * `npm run check`: everything that can be checked without running the tag, two checks at a time. Prints the duration of each check and the
 * output of those that failed; exits with code 1 if any failed. `npm run check -- imports unused` runs only these two.
 */

const AT_ONCE = 2

/** The products beside the tag that are present; any may be missing. */
const products = ['kit', 'service', 'console', 'assistant', 'demo-site', 'bench'].filter((name) =>
  existsSync(name),
)

const tsc = 'node node_modules/typescript7/bin/tsc -b src test docs/.vitepress'

/** The slowest are first. `types` checks the tag and its tests; each product checks its own. */
const CHECKS: Readonly<Record<string, string>> = {
  types: tsc,
  docs: 'vitepress build docs',
  package: 'tsx test/package/check-package.ts',
  lint: 'biome check .',
  imports: `depcruise src test ${products.join(' ')}`,
  unused: 'knip',
  size: 'size-limit',
}

/** Runs a command of `node_modules/.bin`. Resolves with its output and whether it succeeded. */
function run(command: string): Promise<{ output: string; isFine: boolean }> {
  return new Promise((settle) => {
    const child = spawn(command, { shell: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    child.on('close', (code) => settle({ output, isFine: code === 0 }))
  })
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(CHECKS, name))
if (unknown.length > 0)
  throw new Error(`There is no check ${unknown}; there are ${Object.keys(CHECKS).join(', ')}.`)
const waiting = Object.entries(CHECKS).filter(([name]) => !asked.length || asked.includes(name))

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    const begin = Date.now()
    const { output, isFine } = await run(command)
    const seconds = Math.ceil((Date.now() - begin) / 1_000)
    console.log(isFine ? `${name}: ${seconds} s` : `${output}\nFAILED: npm run check -- ${name}`)
    if (!isFine) process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
