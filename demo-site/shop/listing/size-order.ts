import type { Facet } from '../../../src/parts/clients/browse/reply-types'

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const byNumber = new Intl.Collator('en', { numeric: true })

/** Compares sizes as people line them up: letters from small to large, then numbers as numbers. */
export function bySize(one: string, other: string): number {
  const places = [letters.indexOf(one), letters.indexOf(other)] as const
  if (places[0] >= 0 && places[1] >= 0) return places[0] - places[1]
  if (places[0] >= 0) return -1
  return places[1] >= 0 ? 1 : byNumber.compare(one, other)
}

/** A list's facets as the service has them, commonest value first, but sizes as people line them up. */
export function withSizesInOrder(facets: readonly Facet[]): readonly Facet[] {
  return facets.map((facet) =>
    facet.kind === 'text' && /^size/i.test(facet.field)
      ? { ...facet, values: facet.values.toSorted((one, two) => bySize(one.value, two.value)) }
      : facet,
  )
}
