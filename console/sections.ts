/** A page of Analytics. */
export interface Section<Name extends string = string> {
  readonly name: Name
  readonly title: string
  /** Its address. */
  readonly path: string
  /** Where its numbers are. */
  readonly data: string
  /** What it shows, in a sentence. */
  readonly help: string
  /** The documentation's page and heading about it. */
  readonly doc: string
}

const section = <Name extends string>(
  name: Name,
  title: string,
  help: string,
  heading = 'the-sections',
): Section<Name> => ({
  ...{ name, title, help, doc: `/docs/merchandisers#${heading}` },
  path: name === 'overview' ? '/analytics' : `/analytics/${name}`,
  data: name === 'attribution' ? '/attribution/data' : `/analytics/data?part=${name}`,
})

/** The pages of Analytics, in the order of their links. */
export const sections = [
  section(
    'overview',
    'Overview',
    'How the shop did, who bought, and from where they came to the products.',
    'the-overview',
  ),
  section(
    'searches',
    'Searches',
    'What shoppers typed, which searches failed, and what shoppers did next.',
    'searches',
  ),
  section(
    'products',
    'Products',
    'What was shown, clicked, put into a cart and ordered; most ordered first.',
  ),
  section(
    'lists',
    'Lists',
    'Searches and categories by what they sell, and how much a place in a list matters.',
  ),
  section('facets', 'Facets', 'The filters that shoppers choose, and what they do afterwards.'),
  section(
    'relevance',
    'Relevance',
    'Products that their lists rank too low or too high, and how well each list works.',
    'relevance',
  ),
  section(
    'attribution',
    'Attribution',
    'The list to which each click, cart and order is attributed, and why some belong to none.',
    'attribution',
  ),
  section(
    'delivery',
    'Delivery',
    'How many events arrived, how late, and how many were lost or break the contract.',
  ),
] as const satisfies readonly Section[]
