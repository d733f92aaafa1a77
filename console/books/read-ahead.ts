/** Reads the beginning of a stream until it is enough, and returns it with the whole stream. */
export async function readAhead<Item>(
  source: AsyncIterable<Item>,
  isEnough: (first: readonly Item[]) => boolean,
) {
  const rest = source[Symbol.asyncIterator]()
  const first: Item[] = []
  while (!isEnough(first)) {
    const { done, value } = await rest.next()
    if (done) break
    first.push(value)
  }
  async function* all() {
    yield* first
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { first, all: all() }
}
