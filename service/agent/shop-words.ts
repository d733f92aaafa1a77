/** Words of shoppers that a catalogue does not have, and what they mean in its own words. */
export interface ShopWords {
  /**
   * Persons, occasions, activities. `words` are as a shopper says them; `means` are looked up in the
   * catalogue as if the shopper had said one of them. What the catalogue lacks is left out.
   */
  readonly meanings: readonly Meaning[]
  /** What a value takes along when it is not wanted: without leather is without suede. */
  readonly includes: Readonly<Record<string, readonly string[]>>
}

/** One row of the table of meanings. */
export interface Meaning {
  readonly words: readonly string[]
  readonly means: readonly string[]
  /** The occasion, as the answer names it: "for a wedding". A person has none. */
  readonly label?: string
}

const words = (text: string) => text.split(', ')

/** The table of a shop that has no other. */
export const usualWords: ShopWords = {
  meanings: [
    {
      words: words(
        'dad, daddy, father, grandfather, grandpa, grandad, husband, hubby, boyfriend, bf, brother, uncle, fiance, guy, guys, bloke, lad, gentleman, him',
      ),
      means: ['men'],
    },
    {
      words: words(
        'mom, mum, mummy, mother, grandmother, grandma, granny, gran, nan, wife, girlfriend, gf, sister, aunt, auntie, fiancee, her',
      ),
      means: ['women'],
    },
    {
      words: words(
        'son, daughter, nephew, niece, grandson, granddaughter, grandchild, baby, teenager, kiddo, little one',
      ),
      means: ['kids'],
    },
    {
      words: words('to wear, clothes, clothing, outfit, wardrobe'),
      means: words('clothing, shoes, accessories'),
    },
    {
      words: words('wedding, wedding guest, black tie, gala, ball, ceremony'),
      means: words('dress, heels, loafers, shirts, skirt, pleated trousers, scarves, watches'),
      label: 'a wedding',
    },
    {
      words: words('office, work, business, interview'),
      means: words('shirts, trousers, loafers, dress, skirt, knitwear, bags, watches, belts'),
      label: 'work',
    },
    {
      words: words('party, dancing, night out'),
      means: words('dress, heels, skirt, shirts, loafers, bags'),
      label: 'a party',
    },
    {
      words: words('beach, pool, holiday, vacation'),
      means: words('sandals, towels, caps, t-shirts, dress'),
      label: 'the beach',
    },
    {
      words: words('gym, workout, jogging'),
      means: words('sneakers, t-shirts, hoodies, bottles'),
      label: 'sport',
    },
    { words: words('cooking, cook, baking'), means: words('kitchen'), label: 'cooking' },
    { words: words('coffee, tea, cocoa'), means: words('mugs'), label: 'hot drinks' },
    { words: words('school'), means: words('school bags, bottles'), label: 'school' },
    { words: words('hike, trekking, mountains'), means: words('hiking'), label: 'a hike' },
  ],
  includes: { leather: ['suede', 'nubuck'], wool: ['lambswool', 'cashmere'] },
}

/** The sizes that fit a child of some years: in centimetres, and for shoes as the EU counts. */
export function sizesAtAge(years: number): readonly string[] {
  const centimetres = [92, 98, 104, 110, 116, 122, 128, 134, 140, 146, 152, 158, 164]
  const height = 80 + years * 6
  const shoe = 22 + years * 1.25
  return [
    ...centimetres.filter((size) => Math.abs(size - height) <= 6).map(String),
    ...Array.from({ length: 20 }, (_, place) => 20 + place)
      .filter((size) => Math.abs(size - shoe) <= 1)
      .map(String),
  ]
}

/** Shoe sizes of the UK and the US as the EU counts; both neighbours where they meet none. */
export function europeanSizes(
  system: 'uk' | 'us',
  size: number,
  isForWomen: boolean,
): readonly string[] {
  const british = system === 'uk' ? size : size - (isForWomen ? 2.5 : 1)
  const european = british + (isForWomen ? 33 : 34)
  return [...new Set([Math.floor(european), Math.ceil(european)])].map(String)
}
