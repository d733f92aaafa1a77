import { createDraw, type Draw } from 'svc-tag-service'
import { type Category, categoryTree, leafCategories } from './category-tree.ts'
import { type Colour, colours } from './colours.ts'
import { type Kind, kinds } from './kinds.ts'
import type { FeedProduct, FeedVariant } from './make-feed.ts'
import { type Brand, brands, middles, models, openings, withOddity } from './title-words.ts'

/** The options of a catalogue. The same two numbers produce the same products, byte for byte. */
export interface CatalogOptions {
  readonly seed: number
  /** The number of products. A smaller catalogue is the beginning of a larger one. */
  readonly products: number
}

/** The category in which a product is sold, and how many products are already there. */
interface ProductLine {
  readonly category: Category
  /** A second category in which some of its products are sold. */
  readonly other: Category | undefined
  readonly kindName: string
  readonly kind: Kind
  readonly place: number
}

/** A catalogue of invented products. Every category has products, except those that sell nothing yet. */
export function generateCatalog({ seed, products }: CatalogOptions): readonly FeedProduct[] {
  const leaves = leafCategories(categoryTree())
  const takeLine = createLines(leaves, createDraw(seed, 0))
  return Array.from({ length: products }, (_, index) => {
    const line = takeLine(index)
    return withOddity(productFor(line, index, createDraw(seed, index + 1)), line.place)
  })
}

function createLines(all: readonly Category[], draw: Draw): (index: number) => ProductLine {
  const leaves = all.filter(({ kind }) => kind !== undefined)
  const filled = new Map<Category, number>()
  return (index) => {
    // One product per category first, so that no category is empty by chance.
    const category = leaves[index] ?? draw.oneOf(leaves)
    const place = filled.get(category) ?? 0
    filled.set(category, place + 1)
    const kindName = category.kind ?? ''
    const kind = kinds[kindName]
    if (!kind) throw new Error(`The category ${category.path} sells an unknown kind: ${kindName}.`)
    const other = all.find(({ path }) => path === alsoSoldIn[category.path])
    return { category, other, kindName, kind, place }
  }
}

function productFor(line: ProductLine, index: number, draw: Draw): FeedProduct {
  const { kind, category } = line
  const uniqueId = `P${index + 1}`
  const brand = draw.oneOf(brandsFor(kind))
  const material = draw.oneOf(kind.materials)
  const tones = draw.someOf(tonesOf(kind), draw.oneOf([1, 2, 2, 3]))
  const size = draw.runOf(sizesOf(line), draw.between(3, 5))
  const { price, listPrice } = prices(line, draw)
  const variants = variantsOf(line, { uniqueId, size, price }, tones, draw)
  return {
    uniqueId,
    title: titleOf(line),
    description: `${draw.oneOf(openings)} ${material.toLowerCase()}. ${draw.oneOf(middles)} ${kind.use}`,
    brand: brand.name,
    brandId: brand.id,
    color: tones.map(({ name }) => name),
    size,
    gender: genderOf(category),
    material,
    price,
    listPrice,
    rating: draw.between(31, 50) / 10,
    ...placesOf(line, draw),
    imageUrl: variants[0]?.vImageUrl ?? '',
    productUrl: `/p/${uniqueId}`,
    availability: variants.some(({ vAvailability }) => vAvailability),
    newIn: draw.chance(8),
    variants,
  }
}

/** Unique within a category for its first ninety products: 31 shares no factor with the number of names. */
function titleOf({ kind, place, category }: ProductLine): string {
  const model = models[(place * 31 + Number(category.id)) % models.length]
  return `${model} ${kind.nouns[place % kind.nouns.length]}`
}

const isForKids = ({ path }: Category) => path.startsWith('Kids>')

const sizesOf = ({ kind, category }: ProductLine): readonly string[] =>
  isForKids(category) && kind.kidsSizes.length > 0 ? kind.kidsSizes : kind.sizes

const brandsFor = (kind: Kind): readonly Brand[] =>
  brands.filter(({ makes }) => makes === kind.makes)

const tonesOf = ({ tones }: Kind): readonly Colour[] =>
  tones.length > 0 ? colours.filter(({ name }) => tones.includes(name)) : colours

/** Prices end in .00 or .95; one product in three is reduced, by 10 to 50 per cent. */
function prices({ kind, category }: ProductLine, draw: Draw) {
  const [low, high] = kind.price
  const full = Math.min(draw.between(low, high), draw.between(low, high))
  const whole = isForKids(category) ? Math.ceil(full * 0.6) : full
  const listPrice = draw.chance(2) ? whole : whole - 0.05
  const reduced = Math.floor((whole * draw.between(50, 90)) / 100) - 0.05
  return { listPrice, price: draw.chance(3) ? reduced : listPrice }
}

function variantsOf(
  { kindName, kind }: ProductLine,
  { uniqueId, size, price }: Pick<FeedProduct, 'uniqueId' | 'size' | 'price'>,
  tones: readonly Colour[],
  draw: Draw,
): readonly FeedVariant[] {
  const look = draw.between(0, 5)
  const sizes = size.length > 0 ? size : ['']
  return tones.flatMap((tone, toneIndex) =>
    sizes.map((vSize, sizeIndex) => ({
      uniqueId: `${uniqueId}_V${toneIndex * sizes.length + sizeIndex + 1}`,
      vColor: tone.name,
      vSize,
      vPrice: [cents(price + sizeIndex * kind.sizeStep)] as const,
      vImageUrl: `/pictures/${kindName}-${tone.slug}-${look}.svg`,
      vAvailability: !draw.chance(9),
    })),
  )
}

const cents = (price: number) => Math.round(price * 100) / 100

const genderOf = ({ path }: Category): string =>
  ['Women', 'Men', 'Kids'].find((department) => path.startsWith(`${department}>`)) ?? 'Unisex'

const alsoSoldIn: Readonly<Record<string, string>> = {
  'Men>Shoes>Sneakers': 'Women>Shoes>Sneakers',
  'Outdoor>Hiking>Hiking Boots': 'Men>Shoes>Boots',
  'Outdoor>Hiking>Backpacks': 'Kids>Accessories>School Bags',
}

function placesOf({ category, other }: ProductLine, draw: Draw) {
  const places = other && draw.chance(4) ? [category, other] : [category]
  return {
    categoryPath: places.map(({ path }) => path),
    categoryPathId: places.map(({ idPath }) => idPath),
  }
}
