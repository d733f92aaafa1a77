/** Shorter names are too close to everything. */
const LEAST_CHARACTERS = 4

/** So many wrong, missing, added or swapped characters are a slip. */
const SLIPS_MOST = 2

/** Whether a name is probably a misspelling of a known one; letter case is no difference. */
export function isNearly(name: string, known: string): boolean {
  if (known.length < LEAST_CHARACTERS || Math.abs(name.length - known.length) > SLIPS_MOST)
    return false
  const slips = slipsBetween(name.toLowerCase(), known.toLowerCase())
  return slips <= Math.min(SLIPS_MOST, Math.floor(known.length / 3))
}

/** The optimal string alignment distance of two short texts. */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, place) => place)]
  const at = (row: number, place: number) => rows[row]?.[place] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row]
    for (let place = 1; place <= b.length; place += 1) {
      const isSame = a[row - 1] === b[place - 1]
      const isSwapped = a[row - 1] === b[place - 2] && a[row - 2] === b[place - 1]
      const steps = [
        at(row - 1, place) + 1,
        at(row, place - 1) + 1,
        at(row - 1, place - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, place - 2) + 1 : Number.POSITIVE_INFINITY,
      ]
      rows[row]?.push(Math.min(...steps))
    }
  }
  return at(a.length, b.length)
}
