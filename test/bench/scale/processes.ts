import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort, type Program, program } from './programs.ts'

const main = fileURLToPath(new URL('../../../service/build/main.js', import.meta.url))

/** One process of the built service, started as operators start it. */
export interface ServiceProcess extends Program {
  readonly url: string
  metric(name: string): Promise<number>
}

/** A role of the service on a port of its own. It is up when `/healthz` answers. */
export async function serviceProcess(
  name: string,
  args: readonly string[],
): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const started = program({
    name,
    port,
    isUp,
    run: () =>
      spawn('node', [main, '--port', `${port}`, ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
  })
  return {
    ...started,
    url,
    async metric(metric) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const values = text
        .split('\n')
        .filter((line) => line.startsWith(metric))
        .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
      if (values.length === 0) return Number.NaN
      return values.reduce((sum, value) => sum + value, 0)
    },
  }
}
