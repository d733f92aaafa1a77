const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const wholeEuro = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})

/** A price for display: `€49.95`. */
export const money = (amount: number): string => euro.format(amount)

/** A price without cents, for the limits of a range: `€50`. */
export const wholeMoney = (amount: number): string => wholeEuro.format(amount)

/** A price for code, with a decimal point and cents: `49.95`. */
export const plainPrice = (amount: number): string => amount.toFixed(2)
