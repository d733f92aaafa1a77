import { expect, test } from 'vitest'
import type { EventLogEntry } from '../../../src/parts/calls/event-history'
import { meantAttribute } from '../../../src/parts/inspector/audit/spelling-rules'
import { faultOf } from '../../../src/parts/inspector/audit/tool-schemas'
import { tileState } from '../../../src/parts/inspector/panel/overlay/tile-state'
import { readSavedState, writeSavedState } from '../../../src/parts/inspector/panel/saved-state'
import { createSession } from '../../../src/parts/inspector/panel/session'
import { click, memoryStorage, noon } from '../../support/fixtures/builders'

const entry = (id: number, more: Partial<EventLogEntry>) =>
  ({ id, at: noon, tries: 0, trail: [], state: 'sent', ...more }) as EventLogEntry

const sent = entry(1, { action: 'click', event: click('P1'), data: click('P1').data })
const ignored = entry(2, { action: 'click', state: 'ignored', reason: 'a drag' })

test('a misspelt attribute is recognized as the closest one', () => {
  const meant = {
    'data-svc-prodcut': 'data-svc-product',
    'data-svc-facets-aply': 'data-svc-facets-apply',
    'data-svc_product': 'data-svc-product',
    'svc-product': 'data-svc-product',
    'data-svcproduct': 'data-svc-product',
    'data-scv-query': 'data-svc-query',
    svc_qty: 'data-svc-qty',
  }
  for (const [name, right] of Object.entries(meant)) expect(meantAttribute(name)).toBe(right)
  for (const name of ['data-svc-product', 'svc-icon', 'data-src', 'data-product', 'svc'])
    expect(meantAttribute(name)).toBeUndefined()
})

test('the state of a tile is described', () => {
  const place = { list: { query: 'shoes' }, isCounted: false, since: noon }
  const facts = { pid: 'P1', place, isClicked: false, now: noon + 400, dwellMs: 1_000 }
  expect(tileState(facts)).toEqual({ kind: 'dwelling', label: '0.4 s', progress: 0.4 })
  expect(tileState({ ...facts, place: { ...place, isCounted: true } }).kind).toBe('counted')
  expect(tileState({ ...facts, isClicked: true }).kind).toBe('clicked')
  expect(tileState({ ...facts, pid: '' }).kind).toBe('faulty')
  expect(tileState({ ...facts, place: { ...place, list: undefined } }).kind).toBe('faulty')
  expect(tileState({ ...facts, place: { ...place, since: undefined } }).kind).toBe('unseen')
  expect(tileState({ ...facts, place: undefined }).kind).toBe('unwatched')
})

test('a session continues from page to page, and forgets cleared entries', () => {
  const session = createSession(() => [sent], [])
  const [left] = session.entriesToSave('https://shop.example/one')
  const next = createSession(() => [sent, ignored], left ? [left] : [])
  expect(next.entries().map(({ earlierPage }) => earlierPage)).toEqual([
    'https://shop.example/one',
    undefined,
    undefined,
  ])
  next.clear()
  next.update()
  expect(next.entries()).toEqual([])
  expect(next.isClicked('P1')).toBe(true)
})

test('the state of another page is restored, and invalid parts are skipped', () => {
  const storage = memoryStorage()
  expect(readSavedState(storage).isContinued).toBe(false)
  const { panel } = readSavedState(storage)
  writeSavedState(storage, { entries: [], panel: { ...panel, tab: 'audit' } })
  expect(readSavedState(storage)).toMatchObject({ isContinued: true, panel: { tab: 'audit' } })
  storage.write('inspect', 'not JSON')
  expect(readSavedState(storage).isContinued).toBe(false)
})

const text = { type: 'string' }
const undescribed = (name: string) => `it requires ${name}, which it does not describe`

test.each([
  ['no schema', undefined, undefined],
  ['nothing required', { type: 'object', properties: { q: text } }, undefined],
  ['required and described', { properties: { q: text }, required: ['q'] }, undefined],
  ['as a text', '{"required":["q"],"properties":{"q":{}}}', undefined],
  ['not described', { required: ['q', 'n'], properties: { q: text } }, undescribed('n')],
  ['without properties', { required: ['constructor'] }, undescribed('constructor')],
  ['no value', { required: ['q'], properties: { q: { enum: [] } } }, 'no value is allowed for q'],
  ['a list', { type: 'array' }, 'its input is of the type array, not an object'],
])('whether an agent can fill a schema: %s', (_, inputSchema, fault) => {
  expect(faultOf({ name: 'find', description: 'Finds things', inputSchema })).toBe(fault)
})
