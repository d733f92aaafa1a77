import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BrowseService, startBrowse } from '../../support/fixtures/browse-requests.ts'

let service: BrowseService
beforeEach(async () => {
  service = await startBrowse()
})
afterEach(() => service.close())

const browse = () => service.ask('search', { q: 'boots' })
const converse = () => fetch(`${service.url}/v1/sites/demo-site/conversation?uid=u1`)

for (const [of, ask, other] of [
  ['browse', browse, converse],
  ['agent', converse, browse],
] as const) {
  test(`${of}: answers with the status asked for, that many times`, async () => {
    for (const status of [404, 500]) {
      await service.answerFaults(of, { status, times: 1 })
      expect([(await other()).status, (await ask()).status]).toEqual([200, status])
      expect((await ask()).status).toBe(200)
    }
  })

  test(`${of}: answers late, or half`, async () => {
    await service.answerFaults(of, { delayMs: 300 })
    const begun = Date.now()
    expect((await ask()).status).toBe(200)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290)
    await service.answerFaults(of, { half: true })
    const reply = await ask()
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    await expect(reply.text()).rejects.toThrow()
    await service.answerFaults(of, {})
    expect((await ask()).status).toBe(200)
  })
}

test('a fault that there is not is refused, and the ones before stay', async () => {
  await service.answerFaults('browse', { status: 503 })
  for (const faults of [{ stauts: 500 }, { status: 200 }, { delayMs: -1 }, { half: 'yes' }]) {
    await expect(service.answerFaults('browse', faults as object)).rejects.toThrow(/fault/)
  }
  expect((await browse()).status).toBe(503)
})
