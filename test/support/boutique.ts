import type { Product } from '../../service/catalog/product.ts'

const KINDS = [
  { path: 'Men>Shoes>Sneakers', noun: 'Sneaker', size: ['EU 41', 'EU 42 ⅔'], material: 'Leather' },
  { path: 'Women>Shoes>Sneakers', noun: 'Sneaker', size: ['EU 38', 'EU 41'], material: 'Canvas' },
  {
    path: 'Women>Clothing>Jackets & Coats',
    noun: 'Parka',
    size: ['S', 'M'],
    material: 'Organic cotton',
  },
  { path: 'Home>Kitchen>Mugs', noun: 'Mug', size: [], material: 'Stoneware' },
] as const
const COLOURS = ['Red', 'Blue', 'Forest'] as const
const BRANDS = ['Akira', 'Stone & Sons'] as const

/**
 * A shop small enough to know by heart: each kind in each colour by each brand, 24 products. The
 * price of the first is 10, and each next one costs 5 more; every third one is reduced.
 */
export function boutique(): Product[] {
  const all = KINDS.flatMap((kind) =>
    COLOURS.flatMap((color) => BRANDS.map((brand) => ({ kind, color, brand }))),
  )
  return all.map(({ kind, color, brand }, index) => ({
    uniqueId: `B${index + 1}`,
    title: `${color} ${kind.noun} ${index + 1}`,
    description: `A ${kind.noun.toLowerCase()} by ${brand}.`,
    brand,
    color: [color],
    size: kind.size,
    material: kind.material,
    categoryPath: [kind.path],
    price: 10 + 5 * index,
    listPrice: 10 + 5 * index + (index % 3 === 0 ? 5 : 0),
    rating: 1 + (index % 5),
    newIn: index % 4 === 0,
    imageUrl: `/pictures/b${index + 1}.svg`,
    productUrl: `/p/B${index + 1}`,
  }))
}
