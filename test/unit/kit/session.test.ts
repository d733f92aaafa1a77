import { expect, test } from 'vitest'
import { readSession } from '../../../kit/replay/replay-session.ts'

const entry = (state: string, pid: string) => ({
  action: 'cart',
  state,
  at: 1_000,
  data: { pid, qty: '1' },
  event: { t: `1000|0.${pid.slice(1)}`, action: 'cart', data: { pid, qty: '1' } },
})

test('a session holds what was or will be sent, and what shadow mode withheld', async () => {
  const states = ['queued', 'retrying', 'sent', 'withheld', 'dropped', 'ignored', 'held']
  const events = states.map((state, index) => entry(state, `P${index}`))
  const { steps, reports } = await readSession({ page: 'https://shop.example/', events })
  const expected = ['P0', 'P1', 'P2', 'P3']
  expect(steps.map(({ data }) => data.pid)).toEqual(expected)
  expect(reports.map(({ fields }) => fields.pid)).toEqual(expected)
})
