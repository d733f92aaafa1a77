/** The shown products that a message refers to. */
export interface References {
  /** In the order in which the message names them. */
  readonly ids: readonly string[]
  /** Named by position ("the second one") or title, not only by "it" or "these". */
  readonly isExplicit: boolean
  /** The message refers to a product that was not shown: "the ninth" of eight. */
  readonly isMissing: boolean
  readonly rest: string
}

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
const SINGLE = /\b(it|its|this( one)?|that one|that)\b/i
const PLURAL = /\b(they|them|these|those|both|the (ones|products) (above|shown))\b/i

/**
 * Finds the products that a message refers to.
 *
 * @param list - The products shown last, in order.
 * @param focus - The products discussed last.
 */
export function readReferences(
  message: string,
  list: readonly Shown[],
  focus: readonly string[],
): References {
  const pointed = readPlaces(message, list)
  const named = readTitles(pointed.rest, list)
  const ids = [...new Set([...pointed.ids, ...named.ids])]
  const { rest } = named
  if (ids.length > 0 || pointed.isMissing)
    return { ids, isExplicit: true, isMissing: ids.length === 0, rest }
  const shown = list.map(({ id }) => id)
  if (PLURAL.test(rest)) return without(PLURAL, rest, shown)
  if (!SINGLE.test(rest)) return { ids: [], isExplicit: false, isMissing: false, rest }
  const only = shown.length === 1 ? shown : []
  return without(SINGLE, rest, focus.length > 0 ? focus : only)
}

const without = (words: RegExp, rest: string, ids: readonly string[]): References => ({
  ids,
  isExplicit: false,
  isMissing: ids.length === 0,
  rest: rest.replace(words, ' '),
})

/** "The second one", "number 2", "the first two". */
function readPlaces(message: string, list: readonly Shown[]) {
  const ids: string[] = []
  let isMissing = false
  const take = (...found: readonly (Shown | undefined)[]) => {
    for (const one of found) if (one) ids.push(one.id)
    isMissing ||= !found.some(Boolean)
    return ' '
  }
  const rest = message
    .replace(SEVERAL, (whole, end: string, count: string) => {
      const most = /\d/.test(count) ? Number(count) : counts.indexOf(count.toLowerCase()) + 1
      if (most < 2) return whole
      return take(...(end.toLowerCase() === 'last' ? list.slice(-most) : list.slice(0, most)))
    })
    .replace(NUMBERED, (_, number: string) => take(list[Number(number) - 1]))
    .replace(ONE, (_, ...[one, other]: readonly (string | undefined)[]) => {
      for (const word of [one, other]) if (word) take(list.at(placeOf(word.toLowerCase())))
      return ' '
    })
  return { ids, isMissing, rest }
}

/** Matches titles of shown products by two words or more; a single word is ambiguous. */
function readTitles(message: string, list: readonly Shown[]) {
  const named = list.filter(
    ({ title }) => title.includes(' ') && message.toLowerCase().includes(title.toLowerCase()),
  )
  const rest = named.reduce((text, { title }) => {
    const at = text.toLowerCase().indexOf(title.toLowerCase())
    return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + title.length)}`
  }, message)
  return { ids: named.map(({ id }) => id), rest }
}

function placeOf(word: string): number {
  if (word === 'last') return -1
  return /\d/.test(word) ? Number.parseInt(word, 10) - 1 : ordinals.indexOf(word)
}
