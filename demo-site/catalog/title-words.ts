import type { FeedProduct } from './make-feed.ts'

/** The given names of products; a title is one of these followed by the product type. */
export const models: readonly string[] =
  `Alder Arden Aster Aven Birk Bray Briar Calla Cove Dale Dune Eider Elm Ember Enna Fara Fen Fern
Finch Fjord Flint Galen Glen Hale Haven Hazel Heath Hollis Ines Iris Isla Jori Juna Juniper Kai
Kelda Kit Lark Laurel Linden Loch Lumi Mara Marlow Mira Moss Nell Noor Nova Oda Olm Orla Otis
Pell Pine Quill Rana Reed Rhea Rio Roan Rowan Rune Sable Senna Sol Sorrel Suna Tamar
Tarn Teo Thea Tove Tuva Una Vale Vega Vera Vik Wells Wilder Willow Wren Yara Yarrow Ymir Zora`.split(
    /\s+/,
  )

/** Beginnings of a description; the material follows. */
export const openings: readonly string[] = [
  'An everyday piece in',
  'The one you reach for first, made of',
  'A quiet classic in',
  'Our makers chose',
  'Simple lines and honest',
  'Back by demand, again in',
]

/** Middle parts of a description, before it says what the product is for. */
export const middles: readonly string[] = [
  'Made in small runs in a family workshop.',
  'Finished by hand and checked twice.',
  'Designed to be worn in, not worn out.',
  'Sent in a box that weighs next to nothing.',
  'Coloured with dyes that leave the river as it was.',
]

/** An invented brand, and what it makes. */
export interface Brand {
  readonly id: string
  readonly name: string
  readonly makes: 'wear' | 'outdoor' | 'home'
}

/**
 * Every brand of the catalogue. Some names are deliberately difficult: quotes, an ampersand, a
 * plus, a percent sign, an apostrophe, non-Latin letters.
 */
export const brands: readonly Brand[] = [
  { id: 'b01', name: 'Nordhavn', makes: 'wear' },
  { id: 'b02', name: 'Aurelle', makes: 'wear' },
  { id: 'b03', name: 'O"Hara', makes: 'wear' },
  { id: 'b04', name: "Levin's", makes: 'wear' },
  { id: 'b05', name: 'Stone & Sons', makes: 'wear' },
  { id: 'b06', name: 'Casa Verano', makes: 'wear' },
  { id: 'b07', name: 'Müller+Söhne', makes: 'wear' },
  { id: 'b08', name: 'Paper Crane', makes: 'wear' },
  { id: 'b09', name: 'Кедр', makes: 'wear' },
  { id: 'b10', name: 'Atelier Brume', makes: 'wear' },
  { id: 'b11', name: '100% Loop', makes: 'wear' },
  { id: 'b12', name: 'Tidewater', makes: 'wear' },
  { id: 'b20', name: 'Fjellvei', makes: 'outdoor' },
  { id: 'b21', name: 'Ridge & Rill', makes: 'outdoor' },
  { id: 'b22', name: 'Kestrel Supply', makes: 'outdoor' },
  { id: 'b23', name: 'Halden Works', makes: 'outdoor' },
  { id: 'b30', name: '白樺 Shirakaba', makes: 'home' },
  { id: 'b31', name: 'Loom & Larder', makes: 'home' },
  { id: 'b32', name: 'Ostend Clay', makes: 'home' },
  { id: 'b33', name: 'Hus Hjemme', makes: 'home' },
]

/** Peculiarities found in real feeds, by the category and position of the product that gets them. */
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

/** Adds the peculiarity for the product's position in its first category, if there is one. */
export function withOddity(product: FeedProduct, place: number): FeedProduct {
  const oddity = oddities[`${product.categoryPath[0]} ${place}`]
  if (!oddity) return product
  const isGone = oddity.availability === false
  const variants = isGone
    ? product.variants.map((variant) => ({ ...variant, vAvailability: false }))
    : product.variants
  return { ...product, variants, ...oddity }
}
