/** A random number generator that gives the same numbers in each run. */
export function createRandom() {
  let state = 7
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
