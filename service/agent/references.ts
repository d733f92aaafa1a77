/** The products of the conversation that a message points at. */
export interface References {
  /** Ids, in the order named. */
  readonly ids: readonly string[]
  /** By place ("the second one") or name, not by "it" or "these" alone. */
  readonly isExplicit: boolean
  /** Something was pointed at that is not there: "the ninth" of eight. */
  readonly isMissing: boolean
  /** The message without the words that point. */
  readonly rest: string
}

/** A product that was shown. */
interface Shown {
  readonly id: string
  readonly title: string
}

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const counts = ['one', 'two', 'three', 'four', 'five']
const ORDINAL = `${ordinals.join('|')}|last|\\d{1,2}(?:st|nd|rd|th)`

const SEVERAL = new RegExp(
  `\\b(?:the )?(first|last|top) (${counts.join('|')}|[1-9])\\b(?: ones?)?`,
  'gi',
)
const ONE = new RegExp(
  `\\b(?:the |your )?(${ORDINAL})\\b(?! (?:time|aid|name|class|hand|thing|of all))(?:(?: and (?:the )?)(${ORDINAL})\\b)?(?: (?:one|ones|product|item|result))?`,
  'gi',
)
const NUMBERED = /(?:\b(?:number|no\.?|nr\.?|option|product|item) |#)(\d{1,2})\b/gi
const SINGLE = /\b(it|its|this( one)?|that one|that)\b/gi
const PLURAL = /\b(they|them|these|those|both|the (ones|products) (above|shown))\b/gi

/**
 * Finds what a message points at.
 *
 * @param list - The products shown last, in order.
 * @param focus - The ones talked about last.
 */
export function readReferences(
  message: string,
  list: readonly Shown[],
  focus: readonly string[],
): References {
  const ids: string[] = []
  let isMissing = false
  const take = (place: number) => {
    const found = list.at(place)
    if (found) ids.push(found.id)
    else isMissing = true
  }
  let rest = message
    .replace(SEVERAL, (whole, end: string, count: string) => {
      const most = /\d/.test(count) ? Number(count) : counts.indexOf(count.toLowerCase()) + 1
      if (most < 2) return whole
      const some = end.toLowerCase() === 'last' ? list.slice(-most) : list.slice(0, most)
      ids.push(...some.map(({ id }) => id))
      isMissing ||= some.length === 0
      return ' '
    })
    .replace(NUMBERED, (_, number: string) => {
      take(Number(number) - 1)
      return ' '
    })
    .replace(ONE, (_, one: string, other?: string) => {
      for (const word of [one, other]) if (word) take(placeOf(word.toLowerCase()))
      return ' '
    })
  for (const { id, title } of list) {
    if (title.split(' ').length < 2 || !rest.toLowerCase().includes(title.toLowerCase())) continue
    ids.push(id)
    rest = rest.replace(new RegExp(title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i'), ' ')
  }
  if (ids.length > 0 || isMissing)
    return { ids: [...new Set(ids)], isExplicit: true, isMissing: ids.length === 0, rest }
  const shown = list.map(({ id }) => id)
  if (PLURAL.test(rest))
    return { ids: shown, isExplicit: false, isMissing: false, rest: rest.replace(PLURAL, ' ') }
  const single = focus.length > 0 ? focus : shown.length === 1 ? shown : []
  if (SINGLE.test(rest))
    return {
      ids: single,
      isExplicit: false,
      isMissing: single.length === 0,
      rest: rest.replace(SINGLE, ' '),
    }
  return { ids: [], isExplicit: false, isMissing: false, rest }
}

const placeOf = (word: string) =>
  word === 'last' ? -1 : /\d/.test(word) ? Number.parseInt(word, 10) - 1 : ordinals.indexOf(word)
