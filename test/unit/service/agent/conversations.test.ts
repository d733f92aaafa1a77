import { expect, test } from 'vitest'
import { generateCatalog } from '../../../../demo-site/catalog/generate.ts'
import { demoAssistant } from '../../../../demo-site/shop-pages.ts'
import { createAssistant } from '../../../../service/agent/assistant.ts'
import { type ChatState, newState } from '../../../../service/agent/state.ts'
import type { Product } from '../../../../service/catalog/feed.ts'
import { catalogOf } from '../../../support/fixtures/memory-stores.ts'
import {
  about,
  all,
  bestFirst,
  both,
  brand,
  cheaperThan,
  cheapestFirst,
  colour,
  dearestFirst,
  fact,
  fresh,
  gender,
  type Item,
  isNew,
  kind,
  made,
  notColour,
  notMade,
  offers,
  orNothing,
  over,
  reduced,
  says,
  silent,
  size,
  type Turn,
  t,
  titled,
  under,
  untitled,
} from './conversation-judge.ts'

const jacket = kind(/Jackets & Coats|Rainwear/)

/** Conversations of four messages each; the catalogue judges the answers. */
const conversations: readonly (readonly Turn[])[] = [
  [
    t('hello', silent, says(/\?|help|looking/i)),
    t('I need a tent for 4 people', all(kind(/Tents/), size(/^4 persons/))),
    t(
      'what does the second one cost?',
      about(2),
      fact(2, (p) => p.price.toFixed(2)),
    ),
    t('anything cheaper than that?', all(kind(/Tents/), size(/^4 persons/)), cheaperThan(1)),
  ],
  [
    t('looking for a lamp for my desk', all(kind(/Lamps/))),
    t('max 120', all(kind(/Lamps/), under(120))),
    t('sort by price', all(kind(/Lamps/), under(120)), cheapestFirst),
    t('compare the first two', both(1, 2)),
  ],
  [
    t('trainers for my 8 year old', all(kind(/Kids>Shoes>Sneakers/), size(/EU (30|32|34)/))),
    t('in blue please', all(kind(/Kids>Shoes>Sneakers/), colour('Blue', 'Navy', 'Sky', 'Teal'))),
    t(
      'what sizes does the first come in?',
      about(1),
      fact(1, (p) => p.size[0] ?? ''),
    ),
    t('put it in my cart', about(1, 2), says(/cart|button|add/i)),
  ],
  [
    t(
      'gift for my dad, about 50 €',
      all(over(30), under(70)),
      all(['fit for men', (p) => p.gender !== 'Women' && p.gender !== 'Kids']),
    ),
    // The catalogue has these only for women, but the gift is for a man.
    t(
      'no socks, something like a scarf or a beanie',
      silent,
      offers,
      says(/scarves or beanies for men/),
    ),
    t('actually show me belts', all(kind(/Belts/))),
    t('is the first one in stock?', about(1), says(/stock|sold out|available/i)),
  ],
  [
    t(
      'something to wear to a wedding',
      all(kind(/Dresses|Heels|Shirts$|Skirts|Loafers|Trousers|Jackets & Coats|Accessories/)),
      all(['formal', (p) => !/Sneaker|Rain|Hiking|Hoodie/.test(p.title)]),
    ),
    t('for women', all(gender('Women'))),
    t('dresses only, in silk', all(kind(/Dresses/), made(/silk/i))),
    t('size M', all(kind(/Dresses/), made(/silk/i), size(/^M$/))),
  ],
  [
    t('something vegan', silent, says(/vegan/i)),
    t('shoes without leather', all(kind(/Shoes|Boots/), notMade(/leather|suede|nubuck/i))),
    t('only sandals', all(kind(/Sandals/), notMade(/leather|suede|nubuck/i))),
    t('under 60', all(kind(/Sandals/), notMade(/leather|suede|nubuck/i), under(60))),
  ],
  [
    t(
      'waterproof boots for men',
      says(/waterproof/i),
      orNothing(all(kind(/Boots/), gender('Men'))),
    ),
    t('in purple under 20 euro', silent, offers, says(/nothing|no |none/i)),
    t('any price', orNothing(all(kind(/Boots/), colour('Plum', 'Lilac'), gender('Men')))),
    t('any colour is fine', says(/waterproof/), offers), // waterproof still holds: it was never dropped
  ],
  [
    t('jakcet', all(jacket), says(/jakcet/), says(/jacket/)),
    t('for wommen', all(jacket, gender('Women'))),
    t('grean', all(jacket, colour('Forest', 'Olive', 'Sage'))),
    t('zzzyqx', silent, says(/zzzyqx/)),
  ],
  [
    t('black leather bags', all(kind(/Bags/), colour('Black', 'Black & White'), made(/leather/i))),
    t('forget the colour', all(kind(/Bags/), made(/leather/i))),
    t('start over', silent),
    t('mugs', all(kind(/Mugs/))),
  ],
  [
    t('Show me some cushions', all(kind(/Cushions/))),
    t('more', all(kind(/Cushions/)), fresh),
    t('velvet ones', all(kind(/Cushions/), made(/velvet/i))),
    t('more like the first', all(kind(/Cushions/))),
  ],
  [
    t('boots not under 100 euro', all(kind(/Boots/), over(100))),
    t('no more than 1.000 euro', all(kind(/Boots/), over(100), under(1000))),
    t('not black or brown', all(kind(/Boots/), over(100), notColour('Black', 'Brown'))),
    t('the most expensive first', all(kind(/Boots/)), dearestFirst),
  ],
  [
    t('mens boots', all(kind(/Boots/))),
    t('size 9 UK', all(kind(/Boots/), size(/EU 43/))),
    t('mens sneakers in UK 8', all(kind(/Men>Shoes>Sneakers/), size(/EU 42/))),
    t('make it 43', all(kind(/Men>Shoes>Sneakers/), size(/EU 43/))),
    t(
      'what is the third made of?',
      about(3),
      fact(3, (p) => new RegExp(p.material, 'i')),
    ),
    t('do you have it in white?', about(3, 2), says(/white/i)),
  ],
  [
    t('anything on sale for the kitchen', all(kind(/Kitchen/), reduced)),
    t('just pans', all(kind(/Pans/), reduced)),
    t('28 cm', all(kind(/Pans/), reduced, size(/28 cm/))),
    t('which one has the best reviews?', all(kind(/Pans/), reduced), bestFirst),
  ],
  [
    t('what do you have from Ostend Clay', all(brand('Ostend Clay'))),
    t('vases', all(kind(/Vases/), brand('Ostend Clay'))),
    t('not glass', all(kind(/Vases/), brand('Ostend Clay'), notMade(/glass/i))),
    t(
      'how do I clean the first one?',
      about(1),
      says(/don't|do not|not (say|know)|no (information|care)|doesn't/i),
    ),
  ],
  [
    t("what's new for kids?", all(gender('Kids'), isNew)),
    t('jackets', all(gender('Kids'), isNew, jacket)),
    t('for a 6 year old girl', orNothing(all(gender('Kids'), isNew, jacket, size(/^(104|116)$/)))),
    t('thanks', silent, says(/welcome|glad|pleasure|happy/i)),
  ],
  [
    t('jeans or chinos between 60 and 90 euros', all(kind(/Jeans|Trousers/), over(60), under(90))),
    t('waist 32', all(kind(/Jeans|Trousers/), size(/^32\//))),
    t('cheaper', all(kind(/Jeans|Trousers/), under(90), size(/^32\//))),
    t('the cheapest', all(kind(/Jeans|Trousers/), size(/^32\//)), cheapestFirst),
  ],
  [
    t('bags for men or jumpers on sale in navy or grey', silent, offers),
    t('wow, kids sneakers then', all(kind(/Kids>Shoes>Sneakers/), colour('Navy', 'Grey'), reduced)),
    t('pink or lilac', all(colour('Pink', 'Lilac')), ({ list }) =>
      list.some(colour('Pink')[1]) ? undefined : 'leaves pink out',
    ),
    t('remove the sale, and show me other colours', all(kind(/Kids>Shoes>Sneakers/)), ({ list }) =>
      list.some(colour('Pink', 'Lilac')[1]) && list.every(reduced[1]) ? 'holds' : undefined,
    ),
  ],
  [
    t('backpacks 25 litres or more', all(kind(/Backpacks|School Bags/), size(/^(25|38) l/))),
    t('how many do you have?', all(size(/^(25|38) l/)), says(/I found \d+ backpacks/)),
    t('how heavy is the first one?', about(1), says(/don't know/), says(/It says: “/)),
    t('not made of canvas', all(notMade(/canvas/i))),
  ],
  [
    t('sleepng bags', all(kind(/Sleeping Bags/)), says(/I read “sleeping” for “sleepng”/)),
    t('white towls', all(kind(/Towels/), colour('White', 'Black & White')), says(/towel/)),
    t('take off the colour', all(kind(/Towels/)), says(/I found \d+ towels/)),
    t('ok add the second one', about(2), says(/cart/)),
    t('is there a discount for students', silent, says(/do not know of any codes/)),
  ],
  [
    t('two lanterns over 40 hours', all(kind(/Lanterns/)), says(/48 lanterns/)),
    t('a warm coat for my husband, 200 max', all(jacket, gender('Men'), under(200))),
    t('running shoes', all(gender('Men'), ['running', (p) => /Running/.test(p.title)])),
    t('beanies for women, not wool', orNothing(all(kind(/Hats/), notMade(/wool/i)))),
  ],
  [
    t('a jacket for my wife, for rainy days', all(jacket, gender('Women'), titled(/Rain/))),
    t('forget rain', all(jacket, gender('Women'))),
    t('not the down ones', all(jacket, gender('Women'), untitled(/Down/))),
    t('do you have this in blue?', all(jacket, untitled(/Down/), colour('Blue', 'Navy', 'Sky'))),
  ],
  [
    t('hiking boots for a woman size 38', all(kind(/Hiking Boots/), size(/EU 38/))),
    t('suede is no good', all(kind(/Hiking Boots/), notMade(/suede/i))),
    t('waterproof?', silent, says(/Nothing among the hiking boots/)),
    t('what are they made of?', says(/made of (leather|nubuck)/)),
  ],
  [
    t('bags without leather and canvas', orNothing(all(notMade(/leather|canvas/i)))),
    t('start over', silent),
    t("women's shoes, no heels, boots or sandals", all(kind(/Women>Shoes>Sneakers/))),
    t('anything but canvas', all(kind(/Women>Shoes>Sneakers/), notMade(/canvas/i))),
  ],
  [
    t('cushions and a throw', all(kind(/Cushions|Throws/))),
    t('forget the cushions', all(kind(/Throws/))),
    t('a lamp for my bedside table', all(kind(/Lamps/)), says(/left out “bedside”/)),
    t('below £100', all(kind(/Lamps/), under(100)), says(/Prices here are in EUR/)),
  ],
  [
    t('something for my mum, she likes tea', all(kind(/Mugs/))),
    t('rather something to wear', all(gender('Women'), kind(/Clothing|Shoes|Accessories/))),
    t('a rain coat', all(gender('Women'), titled(/Rain Jacket/))),
    t('do you take dollars?', silent, says(/EUR/)),
  ],
  [
    t('a bag that I can take to work', all(kind(/Bags/))),
    t('frying pans, 28 cm', all(kind(/Pans/), size(/28 cm/))),
    t('does it work on induction', says(/The shop says .*induction/)),
    t('add the cheapest to my cart', says(/cart/), all(kind(/Pans/)), ({ list }) =>
      list.length === 1 ? undefined : 'is not one',
    ),
  ],
  [
    t('watch with a leather strap', all(kind(/Watches/), made(/leather/i))),
    t('the second one, is it available?', about(2)),
    t('more like that but up to 150', all(kind(/Watches/), under(150))),
    t('can I iron it', says(/don't know/)),
    t("and if I don't like it?", silent, says(/thirty days/)),
    t('can I pick it up in a store?', silent, says(/delivery/i)),
    t('would it arrive by Saturday?', silent, says(/2 to 4 days/)),
    t('you guys suck', silent, says(/sorry/)),
    t("I'm after a t-shirt", all(kind(/T-Shirts/)), says(/\d t.shirts/)),
  ],
  [
    t('a sleeping bag', all(kind(/Sleeping Bags/))),
    t('recommend a tent to go with that, family of 4', all(kind(/Tents/), size(/^4 persons/))),
    t('a small table, oak', all(kind(/Side Tables/), made(/oak/i)), says(/none with “S”/)),
    t('200 tops', all(kind(/Side Tables/), under(200))),
    t('not too expensive, 100 to 150', all(kind(/Side Tables/), over(100), under(150))),
  ],
  [
    t('sneekers for men', all(kind(/Men>Shoes>Sneakers/))),
    t('No, boots', all(kind(/Men>Shoes>.*Boots/))),
    t('I changed my mind, show me dresses instead', all(kind(/Dresses/))),
    t('P22', all(titled(/^Noor Sneaker$/))),
  ],
  [
    t('a pair of pants below 60', all(kind(/Trousers/), under(60))),
    t('any price', all(kind(/Trousers/))),
    t('over 100', all(kind(/Trousers/), over(100))),
    t('never mind', silent),
    t('i hate yellow, show me lamps', all(kind(/Lamps/), notColour('Mustard'))),
  ],
]

const feed = generateCatalog({ seed: 1, products: 2_400 })
const assistant = catalogOf(feed as unknown as readonly Product[]).then((catalog) =>
  createAssistant(catalog, demoAssistant),
)

for (const turns of conversations) {
  test(`“${turns.map(({ say }) => say).join('” “')}”`, async () => {
    const assist = await assistant
    const lists: (readonly Item[])[] = []
    let state: ChatState = newState
    for (const { say, checks } of turns) {
      const turn = assist({ message: say, filters: [], metadata: [] }, state)
      state = JSON.parse(JSON.stringify(turn.state)) as ChatState
      const list = turn.products as unknown as readonly Item[]
      const seen = { message: turn.text, hasWays: turn.relaxations.length > 0, list, lists }
      const faults = checks.flatMap((check) => check(seen) ?? [])
      expect(faults, `“${say}” was answered “${turn.text}”`).toEqual([])
      for (const { label, count, message } of turn.relaxations) {
        const { text } = assist({ message, filters: [], metadata: [] }, state)
        const total = /\bI found one/.test(text) ? 1 : Number(/\bI found (\d+)/.exec(text)?.[1])
        expect(total, `“${label}” was answered “${text}”`).toBe(count)
      }
      if (list.length > 0) lists.push(list)
    }
  })
}
