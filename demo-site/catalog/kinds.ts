import type { Brand } from './brands.ts'

/** Facts that every product of one kind shares. */
export interface Kind {
  readonly makes: Brand['makes']
  readonly nouns: readonly string[]
  readonly materials: readonly string[]
  /** Lowest and highest list price, in euro. */
  readonly price: readonly [number, number]
  readonly sizes: readonly string[]
  /** The sizes for children, where they differ. */
  readonly kidsSizes?: readonly string[]
  /** How much more each next size costs, in euro; nothing when absent. */
  readonly sizeStep?: number
  /** The colours it comes in; all of them when absent. */
  readonly tones?: readonly string[]
  /** Ends the description: what one does with it. */
  readonly use: string
}

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const waists = ['28/32', '30/32', '31/32', '32/32', '33/34', '34/34', '36/34']
const shoes = ['EU 36', 'EU 37', 'EU 38', 'EU 39', 'EU 40', 'EU 41', 'EU 42 ⅔', 'EU 43', 'EU 44']
const litres = ['12 l', '18 l', '25 l', '38 l']
const ages = ['92', '104', '116', '128', '140', '152']
const smallShoes = ['EU 26', 'EU 28', 'EU 30', 'EU 32', 'EU 34']
const oneSize: readonly string[] = []
const denim = ['Black', 'Grey', 'Navy', 'Blue', 'Sky', 'Cream']
const leather = ['Black', 'Brown', 'Camel', 'Burgundy', 'Sand', 'Navy']
const wood = ['Brown', 'Camel', 'Sand', 'Black', 'White', 'Sage']

/** Every kind by the name that categories and pictures use. */
export const kinds: Readonly<Record<string, Kind>> = {
  sneaker: {
    makes: 'wear',
    nouns: ['Sneaker', 'Court Sneaker', 'Low-Top Sneaker', 'Running Sneaker'],
    materials: ['Leather', 'Canvas', 'Suede', 'Recycled mesh'],
    price: [49, 169],
    sizes: shoes,
    kidsSizes: smallShoes,
    use: 'Light enough for every day, with a footbed that keeps its shape.',
  },
  boot: {
    makes: 'outdoor',
    nouns: ['Boot', 'Chelsea Boot', 'Lace-Up Boot', 'Trail Boot'],
    materials: ['Leather', 'Suede', 'Nubuck'],
    price: [99, 289],
    sizes: shoes,
    use: 'A grippy sole and a sealed seam, for pavements and paths alike.',
  },
  rainboot: {
    makes: 'outdoor',
    nouns: ['Rain Boot', 'Puddle Boot'],
    materials: ['Natural rubber'],
    price: [24, 49],
    sizes: smallShoes,
    use: 'Two pull loops, so that small hands manage alone.',
  },
  loafer: {
    makes: 'wear',
    nouns: ['Loafer', 'Penny Loafer', 'Driving Loafer'],
    materials: ['Leather', 'Suede'],
    price: [79, 219],
    sizes: shoes,
    tones: leather,
    use: 'Hand-sewn at the toe and resoled as often as you like.',
  },
  sandal: {
    makes: 'wear',
    nouns: ['Sandal', 'Strap Sandal', 'Slide'],
    materials: ['Leather', 'Cork & leather', 'Recycled foam'],
    price: [35, 119],
    sizes: shoes,
    use: 'A soft strap and a cork bed that learns your foot.',
  },
  heel: {
    makes: 'wear',
    nouns: ['Heel', 'Block Heel', 'Slingback'],
    materials: ['Leather', 'Suede', 'Satin'],
    price: [69, 229],
    sizes: shoes.slice(0, 6),
    use: 'High enough to notice, low enough to dance.',
  },
  tee: {
    makes: 'wear',
    nouns: ['T-Shirt', 'Pocket Tee', 'Heavy Tee', 'Boxy Tee'],
    materials: ['Organic cotton', '60% Cotton, 40% Linen', 'Cotton jersey'],
    price: [15, 49],
    sizes: letters,
    kidsSizes: ages,
    use: 'Washed once before it reaches you, so the fit you try is the fit that stays.',
  },
  shirt: {
    makes: 'wear',
    nouns: ['Shirt', 'Oxford Shirt', 'Linen Shirt', 'Overshirt'],
    materials: ['Organic cotton', 'Linen', 'Cotton twill'],
    price: [39, 119],
    sizes: letters,
    use: 'Worn open over a tee or buttoned to the top.',
  },
  knit: {
    makes: 'wear',
    nouns: ['Jumper', 'Crew-Neck Jumper', 'Roll-Neck', 'Cardigan Knit'],
    materials: ['Merino wool', 'Lambswool', 'Cotton & cashmere'],
    price: [59, 199],
    sizes: letters,
    use: 'Knitted in one piece at the shoulder, so there is no seam to feel.',
  },
  hoodie: {
    makes: 'wear',
    nouns: ['Hoodie', 'Zip Hoodie', 'Heavy Hoodie'],
    materials: ['Organic cotton', 'Brushed fleece'],
    price: [35, 109],
    sizes: letters,
    kidsSizes: ages,
    use: 'Brushed inside, with a hood that stays up in the wind.',
  },
  jacket: {
    makes: 'outdoor',
    nouns: ['Jacket', 'Rain Jacket', 'Field Coat', 'Parka', 'Down Jacket'],
    materials: ['Recycled nylon', 'Waxed cotton', 'Wool blend'],
    price: [89, 399],
    sizes: letters,
    kidsSizes: ages,
    use: 'Taped seams, a two-way zip and pockets that hold a map.',
  },
  dress: {
    makes: 'wear',
    nouns: ['Dress', 'Midi Dress', 'Wrap Dress', 'Shirt Dress'],
    materials: ['Viscose', 'Linen', 'Organic cotton', 'Silk blend'],
    price: [49, 229],
    sizes: letters,
    use: 'Cut with pockets, because every dress should have them.',
  },
  skirt: {
    makes: 'wear',
    nouns: ['Skirt', 'Midi Skirt', 'Pleated Skirt'],
    materials: ['Viscose', 'Wool blend', 'Denim'],
    price: [39, 129],
    sizes: letters,
    use: 'Sits at the waist and moves when you do.',
  },
  jeans: {
    makes: 'wear',
    nouns: ['Jeans', 'Straight Jeans', 'Slim Jeans', 'Wide Jeans'],
    materials: ['Denim', 'Organic denim', '98% Cotton, 2% Elastane'],
    price: [59, 169],
    sizes: waists,
    tones: denim,
    use: 'Repaired free of charge for as long as you own them.',
  },
  trousers: {
    makes: 'wear',
    nouns: ['Trousers', 'Chinos', 'Pleated Trousers'],
    materials: ['Cotton twill', 'Wool blend', 'Linen'],
    price: [39, 149],
    sizes: waists,
    kidsSizes: ages,
    use: 'A clean front, a little room in the leg.',
  },
  bag: {
    makes: 'wear',
    nouns: ['Tote', 'Shoulder Bag', 'Crossbody Bag', 'Bucket Bag'],
    materials: ['Leather', 'Canvas', 'Cork & leather'],
    price: [59, 349],
    sizes: oneSize,
    use: 'Room for a laptop, a book and lunch.',
  },
  belt: {
    makes: 'wear',
    nouns: ['Belt', 'Braided Belt'],
    materials: ['Leather', 'Canvas'],
    price: [25, 89],
    sizes: ['80 cm', '90 cm', '100 cm', '110 cm'],
    tones: leather,
    use: 'Cut from one hide, with a buckle that can be changed.',
  },
  cap: {
    makes: 'wear',
    nouns: ['Cap', 'Five-Panel Cap', 'Sun Cap'],
    materials: ['Cotton twill', 'Recycled nylon'],
    price: [19, 45],
    sizes: oneSize,
    use: 'Adjusts at the back and folds into a pocket.',
  },
  beanie: {
    makes: 'wear',
    nouns: ['Beanie', 'Ribbed Beanie', 'Bobble Hat'],
    materials: ['Merino wool', 'Lambswool'],
    price: [19, 59],
    sizes: oneSize,
    use: 'Warm without the itch.',
  },
  scarf: {
    makes: 'wear',
    nouns: ['Scarf', 'Checked Scarf', 'Long Scarf'],
    materials: ['Lambswool', 'Silk', 'Cotton & cashmere'],
    price: [29, 119],
    sizes: oneSize,
    use: 'Long enough to go round twice.',
  },
  watch: {
    makes: 'wear',
    nouns: ['Watch', 'Field Watch', 'Automatic Watch'],
    materials: ['Steel', 'Steel & leather'],
    price: [89, 490],
    sizes: ['36 mm', '40 mm'],
    use: 'A quiet dial, sapphire glass and a strap that swaps without tools.',
  },
  backpack: {
    makes: 'outdoor',
    nouns: ['Backpack', 'Daypack', 'Rolltop', 'Trail Pack'],
    materials: ['Recycled nylon', 'Canvas', 'Waxed cotton'],
    price: [45, 219],
    sizes: litres,
    sizeStep: 20,
    use: 'A padded back, a laptop sleeve and a pocket for the bottle.',
  },
  tent: {
    makes: 'outdoor',
    nouns: ['Tent', 'Trail Tent', 'Family Tent'],
    materials: ['Ripstop nylon', 'Polycotton'],
    price: [149, 690],
    sizes: ['1 person', '2 persons', '4 persons'],
    sizeStep: 90,
    use: 'Up in six minutes, dry in a night of rain.',
  },
  sleepingbag: {
    makes: 'outdoor',
    nouns: ['Sleeping Bag', 'Down Bag'],
    materials: ['Recycled down', 'Hollow fibre'],
    price: [79, 389],
    sizes: ['Regular', 'Long'],
    sizeStep: 30,
    use: 'Comfortable down to −4 °C, packed to the size of a loaf.',
  },
  lantern: {
    makes: 'outdoor',
    nouns: ['Lantern', 'Camp Light'],
    materials: ['Aluminium', 'Steel & glass'],
    price: [25, 99],
    sizes: oneSize,
    use: 'Forty hours of warm light on one charge.',
  },
  bottle: {
    makes: 'outdoor',
    nouns: ['Bottle', 'Insulated Bottle', 'Flask'],
    materials: ['Steel', 'Aluminium'],
    price: [15, 49],
    sizes: ['0.5 l', '0.75 l', '1 l'],
    sizeStep: 6,
    use: 'Hot for twelve hours, cold for a day.',
  },
  cushion: {
    makes: 'home',
    nouns: ['Cushion', 'Linen Cushion', 'Floor Cushion'],
    materials: ['Linen', 'Velvet', 'Wool blend'],
    price: [19, 79],
    sizes: ['40 × 40 cm', '50 × 50 cm'],
    sizeStep: 8,
    use: 'The cover comes off and goes into the wash.',
  },
  lamp: {
    makes: 'home',
    nouns: ['Table Lamp', 'Reading Lamp', 'Lamp'],
    materials: ['Steel', 'Ceramic', 'Oak & linen'],
    price: [49, 249],
    sizes: oneSize,
    use: 'Dims to a glow; the cord is woven, the bulb is included.',
  },
  vase: {
    makes: 'home',
    nouns: ['Vase', 'Bud Vase', 'Tall Vase'],
    materials: ['Stoneware', 'Glass', 'Porcelain'],
    price: [19, 129],
    sizes: oneSize,
    use: 'Thrown by hand, so no two are quite the same.',
  },
  throw: {
    makes: 'home',
    nouns: ['Throw', 'Blanket', 'Woven Throw'],
    materials: ['Lambswool', 'Cotton', 'Linen'],
    price: [39, 159],
    sizes: ['130 × 170 cm', '140 × 220 cm'],
    sizeStep: 25,
    use: 'Woven on old looms in a mill that still runs on water.',
  },
  mug: {
    makes: 'home',
    nouns: ['Mug', 'Espresso Cup', 'Tall Mug'],
    materials: ['Stoneware', 'Porcelain', 'Enamel'],
    price: [9, 34],
    sizes: oneSize,
    use: 'Fits two hands and the dishwasher.',
  },
  bowl: {
    makes: 'home',
    nouns: ['Bowl', 'Serving Bowl', 'Breakfast Bowl'],
    materials: ['Stoneware', 'Porcelain', 'Oak'],
    price: [12, 79],
    sizes: ['S', 'M', 'L'],
    sizeStep: 7,
    use: 'Glazed inside, raw outside, good for porridge and for keys.',
  },
  pan: {
    makes: 'home',
    nouns: ['Pan', 'Frying Pan', 'Sauté Pan'],
    materials: ['Cast iron', 'Steel', 'Aluminium'],
    price: [29, 189],
    sizes: ['20 cm', '24 cm', '28 cm'],
    sizeStep: 15,
    use: 'Heats evenly, on gas and induction alike.',
  },
  towel: {
    makes: 'home',
    nouns: ['Towel', 'Bath Towel', 'Waffle Towel'],
    materials: ['Organic cotton', 'Linen'],
    price: [12, 59],
    sizes: ['50 × 100 cm', '70 × 140 cm', '100 × 150 cm'],
    sizeStep: 9,
    use: 'Thirsty, quick to dry, softer with every wash.',
  },
  chair: {
    makes: 'home',
    nouns: ['Chair', 'Dining Chair', 'Lounge Chair'],
    materials: ['Oak', 'Beech', 'Oak & linen'],
    price: [119, 590],
    sizes: oneSize,
    tones: wood,
    use: 'Sits well for the length of a dinner, and the hour after it.',
  },
  table: {
    makes: 'home',
    nouns: ['Side Table', 'Stool Table', 'Tray Table'],
    materials: ['Oak', 'Beech', 'Steel'],
    price: [79, 390],
    sizes: ['40 cm', '55 cm'],
    tones: wood,
    sizeStep: 40,
    use: 'Three legs, so it never rocks.',
  },
}
