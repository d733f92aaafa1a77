/** Product ids of a visit by the shopper's action: `views`, `clicks`, `carts`. Products of the most recent list come first. */
export type Seen = Readonly<Record<string, readonly string[]>>

/** The most ids of each kind sent with a message. */
const MOST = 20

/**
 * The shopper's products, by what the shopper did with them, from lists whose names begin with that
 * action. Lists that Browse only returned (`shown`) do not count.
 *
 * @param lists - The latest first.
 */
export function seenIn(lists: readonly (readonly [name: string, ...ids: string[]])[]): Seen {
  const seen: Record<string, readonly string[]> = {}
  for (const [name, ...ids] of lists) {
    const [kind = ''] = name.split(' ')
    if (kind !== 'shown') seen[kind] = [...new Set([...(seen[kind] ?? []), ...ids])].slice(0, MOST)
  }
  return seen
}

/**
 * Reads a reply that the service sends as one JSON document or streams as server-sent events (`products`, `text`, `done`).
 *
 * @param onPart - Gets the reply so far as JSON, whenever another part has arrived.
 * @returns The whole reply as JSON.
 */
export async function readStream(
  response: Response,
  onPart: (json: string) => void,
): Promise<string> {
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '')
  if (!isStream || !response.body) return response.text()
  let soFar: { readonly message: string } = { message: '' }
  // If the connection ends before the last event, this stays empty, so the reply is invalid.
  let whole = ''
  await eachBlock(response.body, (block) => {
    const [, event, data = ''] = /^event: (\w+)\ndata: (.*)/.exec(block) ?? []
    if (event === 'done') whole = data
    else if (event) {
      const { text = '', ...part } = JSON.parse(data) as { readonly text?: string }
      soFar = { ...soFar, ...part, message: soFar.message + text }
      onPart(JSON.stringify({ products: [], ...soFar }))
    }
  })
  return whole
}

/** Reads a stream to its end, event by event. */
async function eachBlock(body: ReadableStream<Uint8Array>, read: (block: string) => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let isDone = false; !isDone; ) {
    const { done, value } = await reader.read()
    isDone = done
    const blocks = (rest + decoder.decode(value, { stream: !done })).split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(read)
  }
}
