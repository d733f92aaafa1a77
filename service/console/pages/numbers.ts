const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** A count: `1,234`. */
export const count = (value: number): string => whole.format(value)

/** Money: `€1,234.50`. */
export const money = (value: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value)

/** Money for a small place: `€1,235`. */
export const wholeMoney = (value: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    value,
  )

/** A part of 1: `12.5%`; a dash when there is no whole. */
export const share = (part: number | undefined): string =>
  part === undefined || Number.isNaN(part) ? '–' : percent.format(part)

/** How much a number has changed: `+12%`; empty when there was nothing before. */
export const change = (now: number, before: number): string =>
  before === 0 || Number.isNaN(before) || Number.isNaN(now) ? '' : signed.format(now / before - 1)

/** A text that fits beside a bar: its middle is left out, because names often differ at the end. */
export function short(text: string, characters: number): string {
  if (text.length <= characters) return text
  const end = Math.ceil((characters - 1) / 2)
  return `${text.slice(0, characters - 1 - end).trimEnd()}…${text.slice(-end).trimStart()}`
}
