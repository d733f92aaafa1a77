import { readFileSync } from 'node:fs'
import { demoKeys, readEvent } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { strictFields } from '../../../src/parts/filters/strict-fields'
import { EVENT_FIELDS, UNLISTED_FIELDS } from '../../../src/wire/common-fields'
import { ACTION_FIELDS, LINE_FIELDS, namesIn } from '../../../src/wire/contract'
import type { Action } from '../../../src/wire/tracker-event'
import { eventQuery, formNames } from '../../support/fixtures/event-requests.ts'
import { readTemplate } from '../../support/fixtures/template-file.ts'

/** A valid value for each field, wherever the service accepts the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  variantId: 'P1_V1',
  requestId: 'r1',
  autosuggest_data: { suggestion: 'shoes' },
  ver: 'svc-tag/0.1.0',
  seq: 'abcdefgh.1',
  ref: 'cbf29ce484222325',
  actor: 'agent',
}

/** The optional fields of the contract's rows, written independently. */
const OPTIONAL_IN_ROW: Readonly<Partial<Record<Action, string>>> = {
  facets: 'requestId',
  cart: 'variantId',
  order: 'variantId',
}

const actionOf = (form: string) => new URLSearchParams(eventQuery(form)).get('action') as Action
const dataOf = (form: string): Readonly<Record<string, unknown>> =>
  JSON.parse(new URLSearchParams(eventQuery(form)).get('data') ?? '')

test('the service, with its own implementation of the contract, requires and accepts the same fields', () => {
  for (const form of formNames) {
    const action = actionOf(form)
    const marked = `${ACTION_FIELDS[action]} ${EVENT_FIELDS}`.split(' ').filter(Boolean)
    const given = Object.keys(dataOf(form))
    expect(marked, form).toEqual(expect.arrayContaining(given))
    for (const field of marked.filter((one) => given.includes(one))) {
      const { reasons } = readEvent(
        eventQuery(form, { data: { [field]: undefined } }),
        demoKeys.siteKey,
      )
      const isWanted = !UNLISTED_FIELDS[action]?.split(' ').includes(field)
      expect(reasons.length > 0, `${form} without ${field}`).toBe(isWanted)
    }
    // If there are several lines, each has its variant in the line.
    const inLine = given.includes('products') ? namesIn(LINE_FIELDS) : []
    const more = marked.filter((field) => /[?+]$/.test(field)).flatMap(namesIn)
    for (const name of more.filter((one) => !inLine.includes(one))) {
      const query = eventQuery(form, { data: { [name]: VALUES[name] } })
      expect(readEvent(query, demoKeys.siteKey).reasons, `${form} with ${name}`).toEqual([])
    }
  }
})

test('strict fields are those of the contract’s own rows', () => {
  for (const form of formNames) {
    const action = actionOf(form)
    const given = Object.keys(dataOf(form))
    const inLine = given.includes('products') ? namesIn(LINE_FIELDS) : []
    const marked = `${ACTION_FIELDS[action]} ${EVENT_FIELDS}`
      .split(' ')
      .filter((field) => /[?+]$/.test(field) && !inLine.includes(field.slice(0, -1)))
    // Whether or not the contract marks them.
    const always = ['ver', 'seq', 'actor', ...(action === 'visitor' ? [] : ['requestId'])]
    const more = [...always, ...marked.flatMap(namesIn)].map((name) => [name, VALUES[name]])
    const left = Object.keys(strictFields(action, { ...dataOf(form), ...Object.fromEntries(more) }))
    const listed = given.filter((name) => !UNLISTED_FIELDS[action]?.split(' ').includes(name))
    const inRow = namesIn(OPTIONAL_IN_ROW[action] ?? '').filter((name) => !inLine.includes(name))
    expect(left.sort(), form).toEqual([...listed, ...inRow].sort())
  }
})

test('the event dictionary has a row for each field', () => {
  const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
  const sections = page.split(/^## /m)
  /** The names in the first column of the tables of a section. */
  const namesOf = (title: string) =>
    (sections.find((section) => section.startsWith(`${title}\n`)) ?? '')
      .split('\n')
      .filter((row) => row.startsWith('| `'))
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
      .sort()
  // A sentence below the common fields says which events have a request id.
  const written = (fields: string) =>
    namesIn(fields)
      .filter((name) => name !== 'requestId')
      .sort()
  for (const [action, fields] of Object.entries(ACTION_FIELDS))
    expect(namesOf(action), action).toEqual(written(fields))
  expect(namesOf('The request')).toEqual(expect.arrayContaining(written(EVENT_FIELDS)))
})

test('the Tag Manager template passes on each field that a shop can fill in', () => {
  const [, source = ''] = /const membersOf = (\{.*?\});/s.exec(readTemplate().code) ?? []
  const members: Readonly<Record<string, readonly string[]>> = new Function(`return ${source}`)()
  for (const [action, fields] of Object.entries(ACTION_FIELDS)) {
    const known = [...namesIn(fields), ...(action === 'order' ? ['orderId'] : [])]
    const needed = fields.split(' ').filter((field) => /\w$/.test(field) && field !== 'page_type')
    expect(known, action).toEqual(expect.arrayContaining([...(members[action] ?? [])]))
    expect(members[action], action).toEqual(expect.arrayContaining(needed))
  }
})
