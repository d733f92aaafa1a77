import { findingOf, type Rule } from './audited-page'

const empty = findingOf('facet-without-values', 'error')
const unnamed = findingOf('facet-without-name', 'error')

/** A facet without a value to choose reports nothing. A map also finds sliders and folded groups, which have none, or none yet. */
export const facetWithoutValues: Rule = ({ all, isMapped, valuesOf }) =>
  all('facet')
    .filter((group) => !isMapped(group, 'facet') && valuesOf(group) === 0)
    .map((group) =>
      empty(group, {
        message: 'A facet offers no values, so no change of it can be noticed.',
        fix: 'Put data-svc-value on each option in the group, with the value as Browse returned it.',
      }),
    )

/** The tracker knows a facet by its name. */
export const facetWithoutName: Rule = ({ all, read }) =>
  all('facet')
    .filter((group) => !read(group, 'facet'))
    .map((group) =>
      unnamed(group, {
        message: 'A facet has no name, so no change of it counts.',
        fix: 'Write the facet’s name as Browse returned it into data-svc-facet, for example color_uFilter.',
      }),
    )
