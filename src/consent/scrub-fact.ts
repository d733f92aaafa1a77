import { type Fact, ownMember } from '../events'
import { scrubText } from './scrub-url'

/** The fact with whatever looks personal taken out of the text that was searched for. */
export function scrubFact(fact: Fact): Fact {
  const query = ownMember(fact.data, 'query')
  return typeof query === 'string'
    ? ({ ...fact, data: { ...fact.data, query: scrubText(query) } } as Fact)
    : fact
}
