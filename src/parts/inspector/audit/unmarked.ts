import { everywhere } from '../in-all-roots'
import type { ProposedRule } from '../inspector-api'
import { proposeMap } from '../proposal/propose'
import { findingOf, type Rule } from './audited-page'

const unmarked = findingOf('page-unmarked', 'warning')

/** `product: “ul > li” fits 4 and none of 2 others, the first is “101”; sure` */
function ruleText({ mark, in: selector, finds, first, others, certainty }: ProposedRule): string {
  const fits = `“${selector}” fits ${finds}${others ? ` and none of ${others} other elements` : ''}`
  return `${mark}: ${fits}${first ? `, the first is “${first}”` : ''}; ${certainty === 'sure' ? 'sure' : 'check it'}`
}

const sentences = (parts: readonly string[]) => parts.map((part) => ` ${part}.`).join('')

/** A page on which nothing is marked reports no more than its visitors, which may be all it is for. */
export const pageUnmarked: Rule = ({ document, tag, written }) => {
  const hasAttributes = everywhere(document, '*').some((element) =>
    element.getAttributeNames().some((name) => name.startsWith('data-svc-')),
  )
  const hasOtherSource = tag.settings.map ?? written.all.dataLayer
  const proposal = hasAttributes || hasOtherSource ? undefined : proposeMap(document)
  if (!proposal) return []
  const { found, element, map, rules, left } = proposal
  const json = JSON.stringify(map)
  return [
    {
      ...unmarked(element, {
        message: `Nothing on this page is marked, and it seems to have ${found.join(', ')}.${sentences(left.map((part) => `No rule for ${part}`))}`,
        fix:
          json === '{}'
            ? 'Mark it with data-svc- attributes.'
            : `Try svc.tryMap(${json}), check the values, and write the map into data-map; or mark the elements with data-svc- attributes.${sentences(rules.map(ruleText))}`,
      }),
      map,
      rules,
    },
  ]
}
