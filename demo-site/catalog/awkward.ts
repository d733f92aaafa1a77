import type { FeedProduct } from './make-feed.ts'

/** Real-life oddities, by the category and the place in it that they are laid over. */
const oddities: Readonly<Record<string, Partial<FeedProduct>>> = {
  'Women>Clothing>T-Shirts & Tops 4': { title: 'Rock & Roll "Encore" Tee <Tour Edition>' },
  'Women>Clothing>Jeans 3': { variants: [] },
  'Women>Clothing>Dresses 5': { title: 'Платье «Рассвет»', brand: 'Кедр', brandId: 'b09' },
  'Men>Clothing>Shirts 5': { title: '麻のロングシャツ' },
  'Women>Accessories>Bags 5': { title: 'حقيبة الصيف', description: 'حقيبة خفيفة لكل يوم.' },
  'Women>Accessories>Hats & Caps 6': {
    title: 'Sunny Side ☀️ Beanie 🌻',
    description: 'It is 100% happy + a little loud; 50/50?',
  },
  'Men>Accessories>Watches 2': { availability: false },
  'Men>Clothing>Hoodies & Sweats 7': {
    title:
      'The Very Long Walk Home After the Last Train in the Rain Extra Warm Double Layered Everything',
  },
}

/** The product with its oddity, when its place in its first category has one. */
export function withOddity(product: FeedProduct, place: number): FeedProduct {
  const oddity = oddities[`${product.categoryPath[0]} ${place}`]
  if (!oddity) return product
  const isGone = oddity.availability === false
  const variants = isGone
    ? product.variants.map((variant) => ({ ...variant, vAvailability: false }))
    : product.variants
  return { ...product, variants, ...oddity }
}
