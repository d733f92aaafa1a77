import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The service as people start it: a process of its own. */
export interface RunningService {
  readonly url: string
  /** The most memory that the process has had so far; `undefined` where the system does not tell. */
  peakMegabytes(): number | undefined
  /** Processor time so far, which other work on the machine does not lengthen; or `undefined`. */
  processorMs(): number | undefined
  /** Ends the process at once, without a word to it. */
  kill(): Promise<void>
}

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Starts a service with its admin path open, and waits until it says where it listens. */
export async function runService(catalogFile: string, dbFile: string): Promise<RunningService> {
  const files = ['--catalog', catalogFile, '--db', dbFile]
  const process = spawn(
    'node',
    ['--import', 'tsx', inProject('demo-site/start.ts'), '--port', '0', '--admin', ...files],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return {
    url: await printedAddress(process),
    peakMegabytes: () => peakMegabytes(process.pid),
    processorMs: () => processorMs(process.pid),
    async kill() {
      const exit = once(process, 'exit')
      process.kill('SIGKILL')
      await exit
    },
  }
}

function peakMegabytes(pid: number | undefined): number | undefined {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(procFile(pid, 'status')) ?? []
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_000)
}

/**
 * Processor time of a process so far, in milliseconds; `undefined` where the system does not tell.
 * Linux counts in hundredths of a second; user and system time follow the name in brackets.
 */
function processorMs(pid: number | undefined): number | undefined {
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(procFile(pid, 'stat')) ?? []
  return user === undefined ? undefined : (Number(user) + Number(system)) * 10
}

/** Only Linux has these files; elsewhere there is nothing to tell. */
function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The first address that a service prints: it does so when it listens. */
export async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The service has no output.')
  for await (const line of createInterface(stdout)) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('The service ended before it listened.')
}
