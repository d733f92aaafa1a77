import { expect, test } from 'vitest'
import { suggestionsFor } from '../../../demo-site/shop/header/suggestions'

test('an empty box offers what is often searched for', () => {
  expect(suggestionsFor(' ')).toContain('sneakers')
})

test('the beginning of any word finds its searches', () => {
  expect(suggestionsFor('sne')).toContain('sneakers')
  expect(suggestionsFor('Bag')).toEqual(expect.arrayContaining(['bags', 'school bags']))
})

test('a colour leads to things of that colour', () => {
  expect(suggestionsFor('navy sn')).toEqual(['navy sneakers'])
})

test('what is typed already is not offered again, and nonsense offers nothing', () => {
  expect(suggestionsFor('sneakers')).not.toContain('sneakers')
  expect(suggestionsFor('zzz')).toEqual([])
})

test('six fit under the box', () => {
  expect(suggestionsFor('b').length).toBeLessThanOrEqual(6)
})
