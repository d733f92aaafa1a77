import { expect, test } from 'vitest'
import { compareGiven, type Given, isWhole } from '../scale/compare-stores.ts'
import { momentOf, userOf } from '../scale/sender.ts'

const EVENTS = 4_000

/** The events of all users in order of `t`; their ids increase in the order of sending. */
function givenBack(): Map<string, Given[]> {
  const byUser = new Map<string, Given[]>()
  for (let count = 0; count < EVENTS; count += 1) {
    const [uid, t] = [userOf(count), momentOf(count)]
    const event = { id: count + 1, uid, t, at: Number.parseInt(t, 10), repeats: 0 }
    byUser.set(uid, [...(byUser.get(uid) ?? []), event])
  }
  for (const events of byUser.values()) events.sort((one, other) => one.at - other.at)
  return byUser
}

const compared = (byUser: Map<string, Given[]>) => {
  const stored = [...byUser.values()].flat().length
  return { events: EVENTS, stored, repeats: 0, ...compareGiven(EVENTS, byUser) }
}

test('a store that returns each event in order of t is complete', () => {
  const found = compared(givenBack())
  expect(found).toMatchObject({ lost: 0, twice: 0, outOfOrder: 0, late: 500 })
  expect(isWhole(found)).toBe(true)
})

test('a store that returns events in order of arrival is out of order', () => {
  const byUser = givenBack()
  for (const events of byUser.values()) events.sort((one, other) => one.id - other.id)
  const found = compared(byUser)
  expect(found).toMatchObject({ lost: 0, twice: 0, outOfOrder: 500 })
  expect(isWhole(found)).toBe(false)
})

test('lost and duplicated events are detected', () => {
  const byUser = givenBack()
  const [event] = byUser.get('uid-7')?.splice(2, 1) ?? []
  expect(event).toBeDefined()
  const others = byUser.get('uid-8') ?? []
  others.push({ ...(others.at(-1) as Given), id: 9_999, at: 9e15 })
  expect(compared(byUser)).toMatchObject({ lost: 1, twice: 1, outOfOrder: 0 })
})

test('events that all arrived in order do not test the order', () => {
  const byUser = givenBack()
  for (const events of byUser.values())
    for (const [index, event] of events.entries()) events[index] = { ...event, id: index }
  const found = compared(byUser)
  expect([found.outOfOrder, found.late, isWhole(found)]).toEqual([0, 0, false])
})
