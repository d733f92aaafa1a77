/** The character that separates whole units from cents. */
export type DecimalMark = '.' | ','

const MILLIONTHS = 1e6

/** An amount without currency and white space; empty if nothing is left. */
const bare = (text: string) =>
  text
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^[\p{Sc}\p{L}.]*(?=[-(\d])|(?<=[\d)])[\p{Sc}\p{L}.]*$/gu, '')
    .replace(/^-[\p{Sc}\p{L}]+/u, '-')

/** The decimal mark that an amount shows; `undefined` if both readings are possible (`1,234`) or make no difference (`12`). */
export function decimalMarkIn(text: string): DecimalMark | undefined {
  const marks = bare(text).match(/[.,]/g) ?? []
  const last = marks.at(-1) as DecimalMark | undefined
  if (last === undefined) return undefined
  if (marks.some((mark) => mark !== last)) return last
  if (marks.length > 1) return last === '.' ? ',' : '.'
  return /[.,]\d{3}\)?$/.test(bare(text)) ? undefined : last
}

/** Whether the decimal mark decides what an amount is: `1,234` is 1234 or 1.234. */
export const needsMark = (text: string): boolean => /[.,]/.test(bare(text))

const FORMS = {
  '.': /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^-?\d+(?:\.\d+)?$/,
  ',': /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^-?\d+(?:,\d+)?$/,
} as const

/** An amount in millionths, a whole number; `undefined` if it is none in this form. Accounting writes a negative one in brackets. */
export function parseAmount(text: string, mark: DecimalMark): number | undefined {
  const given = bare(text).replace(/^\((.*)\)$/, '-$1')
  if (!FORMS[mark].test(given)) return undefined
  const plain =
    mark === '.' ? given.replaceAll(',', '') : given.replaceAll('.', '').replace(',', '.')
  return Math.round(Number(plain) * MILLIONTHS)
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/zł/i, 'PLN'],
  [/₹/, 'INR'],
]

/** The ISO 4217 code in a cell (`EUR`, `12.00 EUR`, `€12`); `undefined` if it names none, or one that several countries write. */
export function currencyIn(text: string): string | undefined {
  const [code] = /\b[A-Z]{3}\b/.exec(text.toUpperCase()) ?? []
  return code ?? SIGNS.find(([sign]) => sign.test(text))?.[1]
}
