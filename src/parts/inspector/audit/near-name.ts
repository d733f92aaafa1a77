/** How many letters have to be added, taken out or replaced ([Levenshtein](https://en.wikipedia.org/wiki/Levenshtein_distance)). */
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

/** A name without what people vary in it: `data-svc_Product` and `datasvcproduct` are one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The name that a misspelt one was most likely meant to be. */
export const closestName = (name: string, names: readonly string[]): string =>
  names.reduce((best, other) =>
    distance(plainName(name), plainName(other)) < distance(plainName(name), plainName(best))
      ? other
      : best,
  )

/** Letters that may differ: two, but in a short name one. */
const toleranceFor = (name: string) => (name.length < 6 ? 1 : 2)

/** Two letters that changed places are one mistake. */
const isSwapped = (name: string, other: string) =>
  [...name].sort().join() === [...other].sort().join() && distance(name, other) <= 2

/** The closest name, if it is so close that the other one must be a mistake. */
export function nearName(name: string, names: readonly string[]): string | undefined {
  const closest = closestName(name, names)
  const [given, meant] = [plainName(name), plainName(closest)]
  const isNear = distance(given, meant) <= toleranceFor(meant) || isSwapped(given, meant)
  return isNear ? closest : undefined
}
