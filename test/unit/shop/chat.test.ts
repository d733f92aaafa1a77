import { expect, test } from 'vitest'
import { offered, optionLabel, withOption } from '../../../demo-site/shop/chat/filter-options'
import { problemOf } from '../../../demo-site/shop/chat/problem'
import type { AgentTurn } from '../../../demo-site/shop/chat/transcript'
import { fieldLabel } from '../../../demo-site/shop/field-label'

const answer = (filters: AgentTurn['filters']): AgentTurn => ({
  who: 'agent',
  text: 'Here you are.',
  products: [],
  filters,
  isFreshStart: false,
})
const question = { who: 'shopper', text: 'And in blue?', filters: [] } as const

test('only the last answer offers a choice, at most six options of a field', () => {
  const options = ['1', '2', '3', '4', '5', '6', '7']
  const last = answer([
    { field: 'size', options },
    { field: 'color', options: [] },
  ])
  expect(offered([last])).toEqual([{ field: 'size', options: options.slice(0, 6) }])
  expect(offered([last, question])).toEqual([])
  expect(offered([])).toEqual([])
})

test('an option chosen twice is not chosen, and an empty field is no filter', () => {
  const navy = withOption([], 'color', 'Navy')
  expect(navy).toEqual([{ field: 'color', options: ['Navy'] }])
  const both = withOption(navy, 'color', 'Black')
  expect(withOption(both, 'color', 'Navy')).toEqual([{ field: 'color', options: ['Black'] }])
  expect(withOption(navy, 'color', 'Navy')).toEqual([])
})

test('a range of prices is shown in euro, anything else as it is', () => {
  expect(optionLabel('[10 TO 38]')).toBe('€10 – €38')
  expect(optionLabel('[soft]')).toBe('[soft]')
})

test('every fault is told in words, known or not', () => {
  expect(problemOf({ fault: 'network' })).toContain('offline')
  for (const fault of [{ fault: 'constructor' }, new Error('x'), null, undefined])
    expect(problemOf(fault)).toContain('Something went wrong on our side')
})

test('a field has a name for people', () => {
  expect(fieldLabel('color_uFilter', 'Color')).toBe('Colour')
  expect(fieldLabel('brand_uFilter', 'Brand')).toBe('Brand')
  expect(fieldLabel('heel_height')).toBe('Heel height')
  expect(fieldLabel('constructor')).toBe('Constructor')
})
