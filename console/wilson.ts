/** Both ends of an interval. */
export type Interval = readonly [low: number, high: number]

/** The z value of a 95 % interval. */
export const Z = 1.96

/** The Wilson interval of a share: 1 of 2 may be anything from 9 % to 91 %. */
export function wilson(part: number, whole: number): Interval {
  const rate = Math.min(1, part / whole)
  const middle = rate + Z ** 2 / (2 * whole)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / whole + Z ** 2 / (4 * whole ** 2))
  const scale = 1 + Z ** 2 / whole
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}
