import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventPath, eventQuery } from '../../../test/support/fixtures/event-requests.ts'
import { smallFeed } from '../../../test/support/fixtures/made-feed.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { loadCatalog } from '../../catalog/catalog.ts'
import { runCommand } from '../../commands/commands.ts'
import { demoKeys } from '../../http/keys.ts'
import { openSqliteLog } from '../../log/drain-spool.ts'
import { openSpool } from '../../log/spool.ts'
import { createService } from '../../start/service.ts'
import { createConversationStore } from '../../store/conversations.ts'
import { openDatabase } from '../../store/database.ts'
import { forgetBefore, PERSON_PLACES } from '../../store/forget.ts'
import { sqliteStore } from '../../store/sqlite.ts'
import { createProductStore } from '../../store/stored-products.ts'

/** A real service with a person in every place of its files, by all its interfaces; it is closed afterwards. */
async function fillService(people: readonly string[]) {
  const file = outputPath('service.db')
  const db = openDatabase(file)
  const spool = outputPath('service.spool.db')
  const app = await createService({
    ...{ db, keys: demoKeys, dbFile: file },
    catalog: await loadCatalog(createProductStore(db), smallFeed()),
    log: openSqliteLog({ file: spool }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(url + path, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.headers.get('content-type')?.includes('json') ? reply.json() : undefined
  }
  for (const [at, person] of people.entries()) {
    const shop = `/${demoKeys.apiKey}/${demoKeys.siteKey}/search`
    await ask(`${shop}?q=${person}-query&uid=uid-${person}`)
    for (let n = 0; n < 40; n += 1) {
      const data = {
        query: `${person}-words ${n}`,
        visitId: `${person}-visit`,
        seq: `${person.padEnd(7, '_').slice(0, 7)}${at}.${n + 1}`,
      }
      await ask(
        eventPath('search', { uid: `uid-${person}`, t: `${Date.now()}|0.${n}${at}1`, data }),
      )
    }
    const ref = Buffer.from(person).toString('hex').padEnd(16, '0').slice(0, 16)
    await ask(
      eventPath('order of one product', {
        ...{ uid: `uid-${person}`, t: `${Date.now()}|0.9${at}` },
        data: { ref, visitId: `${person}-visit`, url: `https://shop.example/${person}-thanks` },
      }),
    )
    const site = `/v1/sites/${demoKeys.siteKey}/conversation`
    const { conversation_id } = await ask(`${site}?uid=uid-${person}`)
    await ask(`${site}/${conversation_id}/chat?uid=uid-${person}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: `${person}-message` }),
    })
  }
  await ask('/analytics/data')
  const page = await (await fetch(`${url}/books`)).text()
  const [, token = ''] = /name="console-token" content="([^"]+)"/.exec(page) ?? []
  await ask('/books/compare?map=user=user', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'svc-console-token': token },
    body: [
      'order,time,total,user',
      ...people.map((name, at) => `${at},${new Date().toISOString()},77,uid-${name}`),
    ].join('\n'),
  })
  expect(bytesOf('books_results', file)).toContain(`${people[0]}-thanks`)
  await app.close()
  db.close()
  const left = openSpool({ file: spool })
  for (const person of people) {
    const query = eventQuery('search', { uid: `uid-${person}` })
    await left.append({
      ...{ site: 'demo-site', action: 'search', query },
      browser: '',
      receivedAt: 1,
    })
  }
  left.close()
  return file
}

const bytesOf = (table: string, file: string): string => {
  const db = openDatabase(file)
  try {
    return JSON.stringify(db.prepare(`select * from ${table}`).all())
  } finally {
    db.close()
  }
}

/** The files of the service in which a text stands, wherever in the file. */
const filesWith = (text: string) => [
  ...new Set(
    readdirSync(outputPath())
      .filter((name) => readFileSync(outputPath(name)).includes(text))
      .map((name) => name.replace(/[-.]wal$/, '')),
  ),
]

test('after a deletion, no byte of a person is left in any file, and all of another one', async () => {
  const file = await fillService(['zelda', 'yvonne'])
  const columns = 'service.columns.duckdb'
  const places = ['service.db', 'service.spool.db']
  expect(filesWith('zelda')).toEqual(expect.arrayContaining([columns, ...places]))
  await runCommand('delete', ['--db', file, '--uid', 'uid-zelda'])
  expect(filesWith('zelda')).toEqual([])
  expect(filesWith('yvonne')).toEqual(expect.arrayContaining(places))
  const db = openDatabase(file)
  const left = { tracker_events: 41, order_refs: 1, browse_replies: 1, conversations: 1 }
  for (const [table, n] of Object.entries({ ...left, page_instances: 1, books_results: 0 }))
    expect(db.prepare(`select count(*) as n from ${table}`).get(), table).toMatchObject({ n })
  db.close()
}, 120_000)

test('--keep empties the same places', async () => {
  const file = await fillService(['zelda'])
  const store = sqliteStore(openDatabase(file))
  await forgetBefore(store, Date.now() + 60_000)
  await store.close()
  expect(filesWith('zelda').filter((name) => name !== 'service.columns.duckdb')).toEqual([
    'service.spool.db',
  ])
}, 120_000)

test('a conversation ends after 30 days without a message, and only so many are kept', () => {
  const db = openDatabase(':memory:')
  let now = 0
  const store = createConversationStore(db, { now: () => now, most: 150 })
  const days = (count: number) => count * 24 * 3_600_000
  store.create('old', 's', 'u')
  store.create('used', 's', 'u')
  now = days(20)
  store.remember('used', { said: 1 })
  now = days(31)
  expect(store.find('old')).toBeUndefined()
  expect(store.find('used')).toMatchObject({ memory: { said: 1 } })
  for (let n = 0; n < 301; n += 1) {
    now += 1
    store.create(`c${n}`, 's', 'u')
  }
  const count = () =>
    (db.prepare('select count(*) as n from conversations').get() as { n: number }).n
  expect(count()).toBeLessThanOrEqual(250)
  expect(store.find('old')).toBeUndefined()
  expect(store.find('c300')).toBeDefined()
})

test('conversations of an earlier version are kept, with the time of the upgrade', () => {
  const db = openDatabase(':memory:')
  db.exec(
    'create table conversations (id text primary key, site_key text not null, uid text not null, memory text not null) strict',
  )
  db.exec("insert into conversations values ('c', 's', 'u', 'null')")
  expect(createConversationStore(db).find('c')).toMatchObject({ uid: 'u' })
})

test('SECURITY.md lists every place with a person and every dependency', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const page = read('SECURITY.md')
  const rows = (start: string) =>
    [...((page.split(start)[1] ?? '').split(/\n#/)[0]?.matchAll(/^\| (.+) \|$/gm) ?? [])]
      .slice(1)
      .map(([, row = '']) => row.split(' | '))
  expect(rows('### Forgetting')).toEqual(
    PERSON_PLACES.map(({ name, elsewhere = 'By both.' }) => [name, elsewhere]),
  )
  const lock = JSON.parse(read('package-lock.json')).packages
  const { dependencies } = JSON.parse(read('service/package.json'))
  const listed = rows('### Dependencies of the service')
  expect(listed.map(([name]) => name)).toEqual(
    Object.keys(dependencies).map((name) => `\`${name}\``),
  )
  for (const [name = '', , maintainer, licence] of listed) {
    const { version, integrity, license } = lock[`node_modules/${name.slice(1, -1)}`]
    expect(dependencies[name.slice(1, -1)], name).toBe(version)
    expect([integrity, `${maintainer}`], name).toEqual([
      expect.stringMatching(/^sha512-/),
      expect.stringMatching(/\S/),
    ])
    expect(license.replace(/[()]/g, ''), name).toBe(licence)
  }
})
