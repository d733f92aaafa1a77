/** One category of the shop, with everything below it. */
export interface Category {
  readonly id: string
  readonly name: string
  /** Names from the top down: `Men>Shoes`. */
  readonly path: string
  /** Ids from the top down: `10>11`. */
  readonly idPath: string
  /** The kind of product sold in a category without children; `undefined` if nothing is sold there yet. */
  readonly kind?: string
  readonly children: readonly Category[]
}

/** Maps each category name to what is below it; at the bottom, to the kind of product, which is empty if there is none. */
interface Outline {
  readonly [name: string]: Outline | string
}

const outline: Outline = {
  Women: {
    Clothing: {
      Dresses: 'dress',
      'T-Shirts & Tops': 'tee',
      Knitwear: 'knit',
      Jeans: 'jeans',
      Skirts: 'skirt',
      'Jackets & Coats': 'jacket',
    },
    Shoes: { Sneakers: 'sneaker', Boots: 'boot', Heels: 'heel', Sandals: 'sandal' },
    Accessories: { Bags: 'bag', 'Hats & Caps': 'beanie', Scarves: 'scarf', Watches: 'watch' },
  },
  Men: {
    Clothing: {
      'T-Shirts': 'tee',
      Shirts: 'shirt',
      'Hoodies & Sweats': 'hoodie',
      Knitwear: 'knit',
      Jeans: 'jeans',
      Trousers: 'trousers',
      'Jackets & Coats': 'jacket',
    },
    Shoes: { Sneakers: 'sneaker', Boots: 'boot', Loafers: 'loafer', Sandals: 'sandal' },
    Accessories: { Belts: 'belt', 'Hats & Caps': 'cap', Watches: 'watch' },
  },
  Kids: {
    Clothing: { 'T-Shirts': 'tee', Hoodies: 'hoodie', Trousers: 'trousers', Rainwear: 'jacket' },
    Shoes: { Sneakers: 'sneaker', 'Rain Boots': 'rainboot' },
    Accessories: { 'School Bags': 'backpack', Caps: 'cap' },
  },
  Outdoor: {
    Camping: { Tents: 'tent', 'Sleeping Bags': 'sleepingbag', Lanterns: 'lantern' },
    Hiking: { Backpacks: 'backpack', Bottles: 'bottle', 'Hiking Boots': 'boot' },
    Water: { Kayaks: '' },
  },
  Home: {
    Living: { Cushions: 'cushion', Lamps: 'lamp', Vases: 'vase', 'Throws & Blankets': 'throw' },
    Kitchen: { Mugs: 'mug', Bowls: 'bowl', Pans: 'pan' },
    Bath: { Towels: 'towel' },
    Furniture: { Chairs: 'chair', 'Side Tables': 'table' },
  },
}

/** Creates ids that show the position in the tree: 20, then 21, 22, then 211, 212. */
function childId(parentId: string, place: number): string {
  if (parentId === '') return String(place * 10)
  return parentId.length === 2 && parentId.endsWith('0')
    ? `${parentId[0]}${place}`
    : `${parentId}${place}`
}

const joined = (parent: string, own: string) => (parent === '' ? own : `${parent}>${own}`)

function below(parent: Pick<Category, 'id' | 'path' | 'idPath'>, part: Outline): Category[] {
  return Object.entries(part).map(([name, content], index) => {
    const id = childId(parent.id, index + 1)
    const place = { id, path: joined(parent.path, name), idPath: joined(parent.idPath, id) }
    if (typeof content !== 'string') return { ...place, name, children: below(place, content) }
    return { ...place, name, children: [], ...(content && { kind: content }) }
  })
}

/** The shop's whole category tree, three levels deep, in the order of the menu. */
export function categoryTree(): readonly Category[] {
  return below({ id: '', path: '', idPath: '' }, outline)
}

/** The categories that contain products, from left to right. */
export function leafCategories<Of extends { readonly children: readonly Of[] }>(
  tree: readonly Of[],
): readonly Of[] {
  return tree.flatMap((category) =>
    category.children.length > 0 ? leafCategories(category.children) : [category],
  )
}
