import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { essential, rest, type Step } from './steps.ts'

/** Runs the suite that the arguments name, says what comes and how long it takes, and ends at the first failure with its output. */
const phases = process.argv[2] === 'rest' ? rest : essential

const steps = phases.flat()
const AT_ONCE = Math.min(2, availableParallelism())
const running = new Set<ChildProcess>()
const begin = Date.now()
let done = 0
let reportBuilt = () => {}
const built = new Promise<void>((resolve) => {
  reportBuilt = resolve
})

const minutes = (seconds: number) =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/** How long the steps of a phase take beside one another. */
function secondsOf(phase: readonly Step[]): number {
  const each = phase.map(({ seconds }) => seconds)
  return Math.max(...each, each.reduce((all, seconds) => all + seconds, 0) / AT_ONCE)
}

const expected = phases.map(secondsOf).reduce((all, seconds) => all + seconds, 0)

/** A shell finds the project's programs as `npm run` does. */
function run({ command, isShown }: Step): Promise<{ code: number; output: string }> {
  return new Promise((settle) => {
    const child = spawn('npm', ['exec', '--call', command], {
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        output += part
      })
    child.on('close', (code) => {
      running.delete(child)
      settle({ code: code ?? 1, output })
    })
  })
}

async function take(queue: Step[]) {
  for (let step = queue.shift(); step; step = queue.shift()) {
    if (step.needsBuild) await built
    const since = Date.now()
    const { code, output } = await run(step)
    const took = minutes((Date.now() - since) / 1_000)
    if (code !== 0) {
      console.log(
        `${output}\nFAILED: ${step.name}, after ${took}. Repeat it: npx --call '${step.command}'`,
      )
      for (const child of running) child.kill()
      process.exit(1)
    }
    if (step.name === 'build') reportBuilt()
    done += 1
    console.log(`${String(done).padStart(2)} of ${steps.length}  ${step.name}, ${took}`)
  }
}

console.log(`${steps.length} steps, about ${minutes(expected)} on two quiet cores:`)
console.log(`${steps.map(({ name }) => name).join(', ')}.\n`)
for (const phase of phases) {
  const queue = [...phase]
  await Promise.all(Array.from({ length: AT_ONCE }, () => take(queue)))
}
console.log(`\nPassed in ${minutes((Date.now() - begin) / 1_000)}.`)
