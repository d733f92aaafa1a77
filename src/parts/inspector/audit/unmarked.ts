import { everywhere } from '../everywhere'
import { proposeMap } from '../proposal/propose'
import { findingOf, type Rule } from './audited-page'

const unmarked = findingOf('page-unmarked', 'warning')

/** A page on which nothing is marked reports no more than its visitors, which may be all it is for. */
export const pageUnmarked: Rule = ({ document, tag, written }) => {
  const hasAttributes = everywhere(document, '*').some((element) =>
    element.getAttributeNames().some((name) => name.startsWith('data-svc-')),
  )
  const hasOtherSource = tag.settings.map ?? written.all.dataLayer
  const proposal = hasAttributes || hasOtherSource ? undefined : proposeMap(document)
  if (!proposal) return []
  const { found, element, map } = proposal
  const json = JSON.stringify(map)
  return [
    {
      ...unmarked(element, {
        message: `Nothing on this page is marked, and it seems to have ${found.join(', ')}.`,
        fix:
          json === '{}'
            ? 'Mark it with data-svc- attributes.'
            : `Try svc.tryMap(${json}), check the values, and write the map into data-map; or mark the elements with data-svc- attributes.`,
      }),
      map,
    },
  ]
}
