const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const TEN = `(?:${tens.join('|')})(?:[ -](?:${ones.slice(0, 9).join('|')}))?`
const BELOW = `(?:${TEN}|${ones.join('|')})`
/** From thirteen on: smaller ones count things, or stand for them. */
const LARGE = `(?:(?:a |${BELOW} )?hundred(?:(?: and)? ${BELOW})?|${TEN}|${ones.slice(12).join('|')})`
const CURRENCY = '(?:euros?|eur|dollars?|pounds?|quid|bucks)'
const NUMBERS = new RegExp(`\\b(?:${LARGE}|${BELOW}(?= ${CURRENCY}\\b))(?![\\p{L}-])`, 'giu')

/** A message with its larger numbers, and its amounts of money, in digits: "under seventy" as "under 70". */
export const withDigits = (message: string): string => message.replace(NUMBERS, digitsOf)

function digitsOf(text: string): string {
  let [total, part] = [0, 0]
  for (const word of text.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') [total, part] = [(part || 1) * 100, 0]
    else part += tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : ones.indexOf(word) + 1
  }
  return String(total + part)
}
