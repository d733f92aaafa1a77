import type { Product } from '../../service/catalog/product.ts'

const CATEGORIES = [
  { names: 'Men>Shoes>Sneakers', ids: '10>11>111' },
  { names: 'Men>Shoes>Boots', ids: '10>11>112' },
  { names: 'Women>Dresses>Summer', ids: '20>21>211' },
] as const
const BRANDS = ['Akira', 'Borealis', 'Cobalt']
const COLORS = ['Red', 'Blue', 'Green', 'Black']
const SIZES = ['S', 'M', 'L']

/** One of several by number, beginning again after the last. */
function nth<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value
}

/** A small catalogue that is the same every time: `P1` to `P60`, prices from 10 to 69. */
export function smallFeed(size = 60): Product[] {
  return Array.from({ length: size }, (_, index) => smallProduct(index))
}

function smallProduct(index: number): Product {
  const uniqueId = `P${index + 1}`
  const category = nth(CATEGORIES, index)
  const brand = nth(BRANDS, index)
  const color = nth(COLORS, index)
  return {
    uniqueId,
    title: `${brand} ${category.names.split('>').at(-1)} ${index + 1}`,
    description: `A ${color.toLowerCase()} thing by ${brand}.`,
    brand,
    brandId: brand.toLowerCase(),
    color: [color],
    size: SIZES,
    gender: category.names.startsWith('Men') ? 'Men' : 'Women',
    material: 'Cotton',
    price: 10 + index,
    listPrice: 20 + index,
    rating: 1 + (index % 5),
    categoryPath: [category.names],
    categoryPathId: [category.ids],
    imageUrl: `/images/${uniqueId}.svg`,
    productUrl: `/product.html?id=${uniqueId}`,
    availability: true,
    newIn: index % 2 === 0,
    variants: SIZES.map((size, place) => ({
      uniqueId: `${uniqueId}_V${place + 1}`,
      vColor: color,
      vSize: size,
      vPrice: [10 + index + place],
      vImageUrl: `/images/${uniqueId}.svg`,
      vAvailability: true,
    })),
  }
}
