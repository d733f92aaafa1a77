import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { generateCatalog } from '../../../demo-site/catalog/generate.ts'
import { picture } from '../../../demo-site/catalog/pictures/picture.ts'

const nameOf = (url: string) => url.replace(/^\/pictures\/(.*)\.svg$/, '$1')

test('every product and variant has a picture that is well-formed SVG', () => {
  const catalog = generateCatalog({ seed: 1, products: 2400 })
  const urls = catalog.flatMap((product) => [
    product.imageUrl,
    ...product.variants.map(({ vImageUrl }) => vImageUrl),
  ])
  const broken = [...new Set(urls)].filter(
    (url) => XMLValidator.validate(picture(nameOf(url)) ?? '') !== true,
  )
  expect(broken).toEqual([])
})

test('a picture shows the colour that its name says', () => {
  expect(picture('sneaker-navy-3')).toContain('#27364f')
  expect(picture('sneaker-navy-3')).not.toBe(picture('sneaker-red-3'))
})

for (const name of ['', 'sneaker', 'sneaker-navy-9', 'sneaker-ultraviolet-0', 'constructor-navy-0'])
  test(`there is no picture named "${name}"`, () => {
    expect(picture(name)).toBeUndefined()
  })
