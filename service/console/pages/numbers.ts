const whole = new Intl.NumberFormat('en')
const decimal = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** A count: `1,234`. */
export const count = (value: number): string => whole.format(value)

/** Money, without a currency, which events do not name: `1,234.50`. */
export const money = (value: number): string => decimal.format(value)

/** A part of a whole: `12.5%`; a dash when there is no whole. */
export const share = (part: number, all: number): string =>
  all === 0 ? '–' : percent.format(part / all)

/** A text that fits beside a bar. */
export const short = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text
