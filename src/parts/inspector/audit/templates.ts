import { everywhere } from '../in-all-roots'
import { findingOf, type Rule } from './audited-page'

const unrendered = findingOf('template-unrendered', 'error')

const PREFIX = 'data-svc-'

/** A template that nobody filled in would be a product, or a search, that does not exist: the tag refuses it. */
export const templateUnrendered: Rule = ({ document, isUnrendered }) =>
  everywhere(document, '*').flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith(PREFIX) && isUnrendered(element.getAttribute(name)))
      .map((name) =>
        unrendered(element, {
          message: `${name} is “${element.getAttribute(name)}”, an unrendered template or no value, so the tag refuses it.`,
          fix: 'Fill in the value where the page is made; leave the attribute out where there is none.',
        }),
      ),
  )
