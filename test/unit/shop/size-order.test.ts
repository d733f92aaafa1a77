import { expect, test } from 'vitest'
import { bySize } from '../../../demo-site/shop/listing/list-state'

for (const sizes of [
  ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  ['EU 9', 'EU 36', 'EU 42 ⅔', 'EU 100'],
  ['28/32', '30/32', '36/34'],
  ['S', 'XL', '92', '104', 'EU 36'],
])
  test(`sizes line up as ${sizes.join(', ')}`, () => {
    expect(sizes.toReversed().toSorted(bySize)).toEqual(sizes)
  })
