import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A project outside this repository, which knows of it no more than the tarball. */
export interface CleanProject {
  readonly root: string
  /** Runs a program of the project; settles with what it printed. Rejects with that when it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>
}

/** As in a terminal that nobody has set up: what runs the tests must not be what makes a build work. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, NODE_OPTIONS, ...rest } = process.env
  return { ...rest, NEXT_TELEMETRY_DISABLED: '1' }
}

/** Packs the built project as a release is packed. Returns the path of the tarball. */
export function packProject(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const printed = execFileSync('npm', args, {
    cwd: repository,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(printed.toString()) as [{ filename: string }]
  return join(folder, filename)
}

/** Copies a folder of `test/fixtures` to an empty one, and installs what its lock file says and then the tarball. */
export async function cleanProject(
  fixture: string,
  root: string,
  tarball: string,
): Promise<CleanProject> {
  cpSync(join(repository, 'test/fixtures', fixture), root, { recursive: true })
  const run: CleanProject['run'] = async (program, ...args) => {
    const options = { cwd: root, env: plainEnvironment() }
    const { stdout, stderr } = await promisify(execFile)(program, args, options)
    return stdout + stderr
  }
  await run('npm', 'ci', '--no-audit', '--no-fund')
  await run('npm', 'install', '--no-save', '--no-audit', '--no-fund', tarball)
  return { root, run }
}
