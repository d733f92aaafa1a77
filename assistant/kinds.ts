import { type CategoryNode, eachCode, singular } from 'svc-tag-service'
import { grouped, rowsByTitle, type ShopView } from './shop-view.ts'

/** A kind of product, or the products that suit an occasion. */
export interface Kind {
  readonly name: string
  readonly rows: readonly number[]
  /** Those of the rows that are surely so: of coats & jackets, the coats. */
  readonly core: readonly number[]
  /** Those that come first: the ones in a category that is called so. */
  readonly first: readonly number[]
  readonly isBroad: boolean
}

/** The singular words of a text, without their synonyms: chinos are not all trousers. */
export const ownKey = (text: string): string =>
  (
    text
      .normalize('NFKD')
      .replace(/[\p{Mark}'’]/gu, '')
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  )
    .filter((word) => word !== 'and')
    .map(singular)
    .join(' ')

/** A key under which "school bag", "school-bag" and "schoolbag" are one. */
export const joinedKey = (key: string): string => key.replaceAll(' ', '')

/** A noun that ends fewer titles is probably the name of a product; small shops have fewer of each. */
const nounLeast = (size: number) => (size < 200 ? 1 : 3)

/**
 * What each noun means in a shop, by its key. A noun means the products whose titles end in it; if a category is called so, too,
 * it means all products of the category, and those elsewhere that have the same nouns.
 *
 * @param isMadeOf - Whether a noun only says what some products are made of: linen shirts, but not down jackets.
 */
export function kindsIn(
  view: ShopView,
  isMadeOf: (noun: string, rows: readonly number[]) => boolean,
): { readonly nouns: Kinds; readonly categories: Kinds } {
  const least = nounLeast(view.catalog.size)
  const rowsOf = new Map(
    [...rowsByTitle(view, nounsOf)].filter(
      ([noun, rows]) => rows.length >= least && !isMadeOf(noun, rows),
    ),
  )
  const nouns = [...rowsOf].map(([noun, rows]): readonly [string, Kind] => [
    noun,
    { name: plural(noun), rows, core: rows, first: rows, isBroad: false },
  ])
  return { nouns, categories: categoryKinds(view, rowsOf) }
}

type Kinds = readonly (readonly [key: string, kind: Kind])[]

/** Where the name of a thing ends in a title: "Mug with lid, 30 cl" is a mug. */
const TITLE_END = /\s+(?:with|for|in|by|from|of|made)\s|[,(|/:]|\s[-–—]\s|<|"/i

/** The keys of the nouns that end a title, the shortest last: "Alder Chelsea Boot 2" is a chelsea boot and a boot. */
function nounsOf(title: string): readonly string[] {
  const [name = ''] = title.split(TITLE_END)
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/\d/.test(word))
  const keys = [2, 1]
    .filter((length) => length < words.length || words.length === 1)
    .map((length) => ownKey(words.slice(-length).join(' ')))
  return [...new Set(keys)].filter(Boolean)
}

const plural = (noun: string): string =>
  /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/** A category under one of its names: `Jackets & Coats` is called so, and jackets, and coats. */
interface Named {
  readonly key: string
  readonly name: string
  readonly others: readonly string[]
  readonly node: CategoryNode
  readonly isHalf: boolean
}

function namesOf(node: CategoryNode): readonly Named[] {
  const halves = node.name.split(/\s*(?:&|,|\/|\band\b)\s*/)
  const named = (name: string): Named => ({
    ...{ name, node, key: ownKey(name), isHalf: name !== node.name },
    others: halves.filter((half) => half !== name && name !== node.name),
  })
  return [...new Set([node.name, ...halves])].map(named)
}

/** Categories of the same name are one kind: sneakers for women, men and kids. */
function categoryKinds(view: ShopView, rowsOfNoun: ReadonlyMap<string, readonly number[]>): Kinds {
  const { catalog, categories, title } = view
  const { nodes } = catalog.categories
  const rowsOfNode = new Map<CategoryNode, number[]>(nodes.map((node) => [node, []]))
  const nounsOfRow = Array.from({ length: catalog.size }, (_, row): readonly string[] => {
    const own: string[] = []
    if (categories)
      eachCode(categories, row, (code) => rowsOfNode.get(nodes[code] as CategoryNode)?.push(row))
    if (title) eachCode(title, row, (code) => own.push(...nounsOf(String(title.values[code]))))
    return own.filter((noun) => rowsOfNoun.has(noun))
  })
  const rowsIn = (some: readonly CategoryNode[]) => [
    ...new Set(some.flatMap((node) => rowsOfNode.get(node) ?? [])),
  ]
  const nounsIn = (rows: readonly number[]) => new Set(rows.flatMap((row) => nounsOfRow[row] ?? []))
  const leaves = nodes
    .filter(({ children }) => children.length === 0)
    .map((node) => ({ node, own: nounsIn(rowsIn([node])) }))

  /** Rain boots, of other shoes, are boots; so are hiking boots, which have Chelsea boots among them. Sleeping bags are no bags. */
  function elsewhere(key: string, places: readonly CategoryNode[], inside: readonly number[]) {
    const shared = nounsIn(inside)
    const nouns = key.includes(' ') ? new Set([key]) : shared
    const parents = places.flatMap(({ parent }) => (parent?.parent ? parent.name : []))
    const isAlike = ({ node: { parent }, own }: (typeof leaves)[number]) =>
      parents.includes(parent?.name ?? '') ||
      [...own].some((noun) => noun.includes(' ') && shared.has(noun))
    return rowsIn(leaves.filter(isAlike).map(({ node }) => node)).filter((row) =>
      nounsOfRow[row]?.slice(key.includes(' ') ? 0 : -1).some((noun) => nouns.has(noun)),
    )
  }

  function kindOf(key: string, found: readonly Named[]): readonly [string, Kind] {
    const titled = new Set(rowsOfNoun.get(key))
    // The men's "Hats & Caps" has no hats.
    const own = found.filter(
      ({ isHalf, node }) =>
        !isHalf || titled.size === 0 || rowsIn([node]).some((row) => titled.has(row)),
    )
    const places = own.map(({ node }) => node)
    const inside = rowsIn(places)
    const rows = [
      ...new Set([...inside, ...(titled.size > 0 ? elsewhere(key, places, inside) : [])]),
    ]
    const called = new Set(rowsIn(own.flatMap(({ node, isHalf }) => (isHalf ? [] : node))))
    const sure = rows.filter((row) => called.has(row) || titled.has(row))
    const core = sure.length > 0 ? sure : rows
    const { name, others } = own.find(({ isHalf }) => !isHalf) ??
      own[0] ?? { name: key, others: [] }
    const within = new Set(rows)
    const beside = others.filter((one) =>
      rowsOfNoun.get(ownKey(one))?.some((row) => within.has(row)),
    )
    const isBroad = places.every(({ children }) => children.length > 0)
    // "Coats & jackets", if there are jackets among them.
    const both = [name, ...beside].join(' & ').toLowerCase()
    return [key, { name: both, rows, core, first: called.size > 0 ? [...called] : core, isBroad }]
  }

  const named = nodes.filter((node) => rowsIn([node]).length > 0).flatMap(namesOf)
  return [...grouped(named, ({ key }) => key)].map(([key, found]) => kindOf(key, found))
}
