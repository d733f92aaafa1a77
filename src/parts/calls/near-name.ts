/** How many letters must be inserted, deleted or replaced ([Levenshtein](https://en.wikipedia.org/wiki/Levenshtein_distance)). */
function distance(from: string, to: string): number {
  let row = [...to, ''].map((_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [place, other] of [...to].entries()) {
      const replaced = (row[place] ?? 0) + Number(letter !== other)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** A name without case and separators: `data-svc_Product` and `datasvcproduct` are equal. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The most likely intended name of a misspelt one. */
export const closestName = (name: string, names: readonly string[]): string =>
  names.reduce((best, other) =>
    distance(plainName(name), plainName(other)) < distance(plainName(name), plainName(best))
      ? other
      : best,
  )

/** How many letters may differ: two, or one in a short name. */
const toleranceFor = (name: string) => (name.length < 6 ? 1 : 2)

/** Two swapped letters count as one mistake. */
const isSwapped = (name: string, other: string) =>
  [...name].sort().join() === [...other].sort().join() && distance(name, other) <= 2

/** The closest name, if it is close enough to the given one to be a likely misspelling. */
export function nearName(name: string, names: readonly string[]): string | undefined {
  const closest = closestName(name, names)
  const [given, meant] = [plainName(name), plainName(closest)]
  const isNear = distance(given, meant) <= toleranceFor(meant) || isSwapped(given, meant)
  return isNear ? closest : undefined
}
