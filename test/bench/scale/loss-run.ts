import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../../service/store/database.ts'
import { readLoss } from '../../../service/store/loss-report.ts'
import { sqliteStore } from '../../../service/store/sqlite.ts'
import { eventPath } from '../../support/fixtures/event-requests.ts'
import { printedAddress } from '../running-service.ts'
import { createSender } from './sender.ts'

const SERVICE = fileURLToPath(new URL('../../../service/build/main.js', import.meta.url))
const DAY_MS = 86_400_000
const EVENTS_OF_A_PAGE = 20

/**
 * Sends the events of many pages to the compiled service through a proxy that answers a share of
 * them by chance and passes none of those on, and compares the loss that is reported with the
 * truth, in percent.
 */
export async function lossRun(pages: number, share: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-loss-'))
  const file = join(folder, 'service.db')
  const service = spawn(process.execPath, [SERVICE, '--port', '0', '--db', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const proxy = await startProxy(await printedAddress(service), share)
    // Two days ago, so that what is missing counts as lost.
    const start = Date.now() - 2 * DAY_MS
    const sender = createSender({ urls: [proxy.url], pathOf: (count) => pathOf(count, start) })
    const sent = pages * EVENTS_OF_A_PAGE
    await sender.send(0, sent)
    sender.close()
    proxy.close()
    await stop(service)
    const { lost, received } = await reported(file)
    const truth = (proxy.dropped() / sent) * 100
    const report = (lost / (lost + received)) * 100
    return { sent, received, truth, report, apart: Math.abs(truth - report) }
  } finally {
    service.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Events of one page have its name and running numbers, as the tag writes them. */
function pathOf(count: number, start: number): string {
  const page = Math.floor(count / EVENTS_OF_A_PAGE)
  const seq = `${String(page).padStart(8, '0')}.${(count % EVENTS_OF_A_PAGE) + 1}`
  const t = `${start + count}|0.5`
  return eventPath('click', { uid: `u${page}`, t, data: { seq, ver: 'svc-tag/1' } })
}

async function startProxy(service: string, share: number) {
  let dropped = 0
  const server = createServer((asked, reply) => {
    if (Math.random() < share) {
      dropped += 1
      reply.end()
      return
    }
    const options = { method: asked.method, headers: asked.headers }
    forward(service + asked.url, options, (answer) =>
      answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
      .once('error', () => reply.destroy())
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, dropped: () => dropped, close: () => server.close() }
}

async function stop(service: ReturnType<typeof spawn>) {
  const exit = once(service, 'exit')
  service.kill()
  await exit
}

async function reported(file: string) {
  const store = sqliteStore(openDatabase(file))
  const rows = await readLoss(store, { from: 0, to: Number.MAX_SAFE_INTEGER })
  await store.close()
  const sum = (name: 'lost' | 'received') => rows.reduce((total, row) => total + row[name], 0)
  return { lost: sum('lost'), received: sum('received') }
}
