import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShopBrowser, marked, openShop } from './open-shop'

/** Something that happens to one of two blocks of events from the server. */
const move = fc.record(
  {
    kind: fc.constantFrom('deliver', 'replace', 'move', 'write', 'go'),
    block: fc.nat(1),
    query: fc.constantFrom('boots', 'mugs'),
    id: fc.constantFrom('', 'second'),
    isIgnored: fc.boolean(),
  },
  { noNullPrototype: true },
)

type Move = typeof move extends fc.Arbitrary<infer Made> ? Made : never

/** A page with a place for blocks and one that the tag ignores. */
function openPage() {
  const browser = createShopBrowser()
  const shop = openShop(browser)
  const places = [marked('div', {}), marked('div', { ignore: '' })] as const
  for (const place of places) shop.append(shop.dom.root, place)
  const delivered = new Set<string>()
  /** The searches that the tracker should receive. */
  const expected: string[] = []

  /** A block that the server writes. It counts once for each id and text; one that is ignored counts when it no longer is. */
  function createBlock(query: string, id: string) {
    const element = marked(
      'script',
      { events: '' },
      { type: 'application/json', ...(id && { id }) },
    )
    const block = { query, id, move, remove: () => shop.remove(element), write }
    let lastRead: string | undefined

    function read() {
      if (element.parentElement === places[1] || lastRead === block.query) return
      lastRead = block.query
      if (!delivered.has(`${id} ${lastRead}`)) expected.push(lastRead)
      delivered.add(`${id} ${lastRead}`)
    }

    function move(isIgnored: boolean) {
      shop.remove(element)
      shop.append(places[isIgnored ? 1 : 0], element)
      read()
    }

    function write(text: string) {
      block.query = text
      const events = [{ action: 'search', data: { query: text } }]
      shop.call(() => {
        element.textContent = JSON.stringify(events)
      })
      if (element.parentElement) read()
    }

    write(query)
    return block
  }

  const received = () => browser.events.flatMap(({ data }) => data.query ?? [])
  return { shop, createBlock, expected, received }
}

type Block = ReturnType<ReturnType<typeof openPage>['createBlock']>

function playMoves(moves: readonly Move[]) {
  const { shop, createBlock, ...page } = openPage()
  const blocks: Block[] = []

  function replace(at: number, block: Block, isIgnored: boolean) {
    blocks[at]?.remove()
    blocks[at] = block
    block.move(isIgnored)
  }

  const play: Record<Move['kind'], (made: Move, before: Block) => void> = {
    deliver: ({ block, query, id, isIgnored }) => replace(block, createBlock(query, id), isIgnored),
    replace: ({ block, isIgnored }, { query, id }) =>
      replace(block, createBlock(query, id), isIgnored),
    move: ({ isIgnored }, before) => before.move(isIgnored),
    write: ({ query }, before) => before.write(query),
    go: ({ query, id }) => shop.go(`/${query}/${id}`),
  }
  for (const made of moves) {
    const before = blocks[made.block]
    if (before) play[made.kind](made, before)
    else replace(made.block, createBlock(made.query, made.id), made.isIgnored)
    shop.timeline.advance(500)
  }
  shop.timeline.advance(5_000)
  return page
}

test('events that a server delivers count once, wherever their block appears, moves or changes', () => {
  fc.assert(
    fc.property(fc.array(move, { minLength: 1, maxLength: 10 }), (moves) => {
      const { received, expected } = playMoves(moves)
      expect(received()).toEqual(expected)
    }),
  )
})
