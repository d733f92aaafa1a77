import { expect, test } from 'vitest'
import { pagesAround } from '../../../demo-site/shop/page-parts'

const gap = undefined

for (const { page, pages, shown } of [
  { page: 1, pages: 2, shown: [1, 2] },
  { page: 1, pages: 9, shown: [1, 2, gap, 9] },
  { page: 3, pages: 9, shown: [1, 2, 3, 4, gap, 9] },
  { page: 5, pages: 9, shown: [1, gap, 4, 5, 6, gap, 9] },
  { page: 9, pages: 9, shown: [1, gap, 8, 9] },
  { page: 40, pages: 9, shown: [1, gap, 9] },
])
  test(`on page ${page} of ${pages} the first, the last and the neighbours are offered`, () => {
    expect(pagesAround(page, pages)).toEqual(shown)
  })
