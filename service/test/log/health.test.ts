import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventPath } from '../../../test/support/fixtures/event-requests.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { freePort } from '../../../test/support/runner/free-port.ts'
import { loadCatalog } from '../../catalog/catalog.ts'
import { demoKeys } from '../../http/keys.ts'
import { openSqliteLog } from '../../log/drain-spool.ts'
import { openJetStreamLog } from '../../log/jetstream-log.ts'
import { createService } from '../../start/service.ts'
import type { Role } from '../../start/service-options.ts'
import { openDatabase } from '../../store/database.ts'
import type { Sql } from '../../store/sql.ts'
import { sqliteStore } from '../../store/sqlite.ts'
import { createProductStore } from '../../store/stored-products.ts'

/** What `/readyz` says of a running service. */
interface Health {
  readonly status: number
  readonly troubles: readonly string[]
  readonly notes: readonly string[]
}

interface Running {
  readonly url: string
  send(count?: number): Promise<void>
  health(): Promise<Health>
}

interface Setup {
  readonly role?: Role
  readonly spool?: string
  readonly limitBytes?: number
  readonly engine?: string
  readonly changeStore?: (store: Sql) => Sql
}

/** Runs a service while `check` uses it. */
async function withService(setup: Setup, check: (service: Running) => Promise<void>) {
  const { role = 'all', spool = outputPath('spool.db'), limitBytes = 1e8, engine } = setup
  const db = openDatabase(outputPath('service.db'))
  const store = sqliteStore(db)
  const app = await createService({
    ...{ db, role, keys: demoKeys, store: setup.changeStore?.(store) ?? store },
    catalog: await loadCatalog(createProductStore(db), []),
    log: engine
      ? openJetStreamLog({ url: engine }, { file: spool, limitBytes })
      : openSqliteLog({ file: spool, limitBytes }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let sent = 0
  try {
    await check({
      url,
      async send(count = 1) {
        for (let n = 0; n < count; n += 1)
          await fetch(url + eventPath('click', { t: `${Date.now()}|0.${++sent}` }))
      },
      async health() {
        const reply = await fetch(`${url}/readyz`)
        return { ...((await reply.json()) as Omit<Health, 'status'>), status: reply.status }
      },
    })
  } finally {
    // A store that does not answer cannot be closed in order.
    if (!setup.changeStore) await app.close()
    else void app.close()
  }
}

const broken = (trouble: RegExp) => ({ status: 503, troubles: [expect.stringMatching(trouble)] })
const healthy = { status: 200, troubles: [] }

const isMountable = process.platform === 'linux' && process.getuid?.() === 0

/** How each fault of the operator's page is caused, and how it ends. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  async 'disk full'() {
    const folder = outputPath('small')
    mkdirSync(folder)
    if (isMountable) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'none', folder])
    try {
      await withService({ role: 'all', spool: `${folder}/spool.db` }, async ({ send, health }) => {
        expect(await health()).toMatchObject(healthy)
        writeFileSync(`${folder}/ballast`, '')
        execFileSync('sh', ['-c', `dd if=/dev/zero of=${folder}/ballast bs=1k 2>/dev/null || true`])
        await send(20)
        expect(await health()).toMatchObject(broken(/^The disk takes no events: .*full/))
        expect(await health()).toMatchObject({ status: 503 })
        writeFileSync(`${folder}/ballast`, '')
        await expect.poll(health).toMatchObject(healthy)
      })
    } finally {
      execFileSync('umount', ['-l', folder])
    }
  },
  async 'spool full'() {
    await withService({ limitBytes: 300, changeStore: stalled }, async ({ send, health }) => {
      await send(5)
      expect((await health()).troubles).toContainEqual(
        expect.stringMatching(/^The spool is \d+ % full/),
      )
    })
  },
  async 'database locked'() {
    await withService({}, async ({ send, health }) => {
      const other = openDatabase(outputPath('service.db'))
      other.exec('begin immediate')
      await send()
      await expect
        .poll(health, { timeout: 40_000 })
        .toMatchObject(broken(/^The store takes no events: .*locked/))
      other.exec('rollback')
      await expect.poll(health, { timeout: 40_000 }).toMatchObject(healthy)
    })
  },
  async 'database damaged'() {
    await withService({}, async ({ send, health }) => {
      const other = openDatabase(outputPath('service.db'))
      other.exec('drop table event_counts')
      await send()
      await expect
        .poll(async () => (await health()).troubles)
        .toContainEqual(expect.stringMatching(/^The store takes no events: no such table/))
      expect((await health()).status).toBe(503)
    })
  },
  async 'database down'() {
    let isDown = false
    const refuse = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))
    const changeStore = (store: Sql): Sql => ({
      ...store,
      all: (...given) => (isDown ? refuse() : store.all(...given)),
      transaction: (work) => (isDown ? refuse() : store.transaction(work)),
    })
    await withService({ changeStore }, async ({ health }) => {
      expect(await health()).toMatchObject(healthy)
      isDown = true
      expect(await health()).toMatchObject(broken(/^The store cannot be read: .*ECONNREFUSED/))
      isDown = false
      expect(await health()).toMatchObject(healthy)
    })
  },
  async 'engine down, consumer'() {
    const engine = `nats://127.0.0.1:${await freePort()}`
    await withService({ role: 'consume', engine }, async ({ health }) => {
      await expect
        .poll(health)
        .toMatchObject(broken(/^The store takes no events: .*the log engine does not answer/))
    })
  },
  async 'engine down, intake'() {
    const engine = `nats://127.0.0.1:${await freePort()}`
    await withService({ role: 'intake', engine }, async ({ health, send }) => {
      await send()
      expect(await health()).toMatchObject({
        ...healthy,
        notes: ['The log engine does not answer; events wait in the spool.'],
      })
    })
  },
  async behind() {
    const spool = openSqliteLog({ file: outputPath('spool.db') })
    const entry = { site: 'demo-site', action: 'click', query: 'uid=u', browser: '' }
    await spool.append({ ...entry, receivedAt: Date.now() - 90_000 })
    await spool.close()
    await withService({ changeStore: stalled }, async ({ health }) => {
      expect((await health()).troubles).toContainEqual(
        expect.stringMatching(/^Events are stored 9\d s late/),
      )
    })
  },
}

/** A store whose writes never end, as with a table that another program has locked. */
const stalled = (store: Sql): Sql => ({ ...store, transaction: () => new Promise(() => undefined) })

for (const [name, fault] of Object.entries(faults))
  test.skipIf(name === 'disk full' && !isMountable)(`readiness: ${name}`, fault, 120_000)

test("the operator's page lists these faults", () => {
  const page = readFileSync(new URL('../../../docs/operate/README.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| fault \| `\/readyz` \|[^\n]*\n[^\n]*\n((?:\|.*\n)+)/.exec(page) ?? []
  const listed = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(faults))
})
