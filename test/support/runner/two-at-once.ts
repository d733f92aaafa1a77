import { spawn } from 'node:child_process'

/*
 * Runs the npm scripts that its arguments name, two at once. Prints how long each took, and the output of those that failed; ends with 1
 * if any did.
 */

const AT_ONCE = 2

const scripts = process.argv.slice(2)

function run(script: string): Promise<void> {
  const begin = Date.now()
  return new Promise((settle) => {
    const child = spawn('npm', ['run', '--silent', script])
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    child.on('close', (code) => {
      const seconds = Math.ceil((Date.now() - begin) / 1_000)
      if (code !== 0) process.exitCode = 1
      console.log(code === 0 ? `${script}: ${seconds} s` : `${output}\nFAILED: npm run ${script}`)
      settle()
    })
  })
}

async function take() {
  for (let script = scripts.shift(); script; script = scripts.shift()) await run(script)
}

await Promise.all(Array.from({ length: AT_ONCE }, take))
