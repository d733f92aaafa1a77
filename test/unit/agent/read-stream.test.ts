import { expect, test } from 'vitest'
import { readStream } from '../../../src/parts/clients/agent/read-stream'

const reply = { message: 'Two mugs. Here.', products: [{ productId: 'B1' }], filters: [] }
const events = [
  `event: products\ndata: ${JSON.stringify({ products: reply.products, filters: [] })}\n\n`,
  `event: text\ndata: {"text":"Two mügs. "}\n\n`,
  `event: text\ndata: {"text":"Here."}\n\n`,
  `event: done\ndata: ${JSON.stringify(reply)}\n\n`,
].join('')

/** A response whose bytes come in pieces of some length, also within a character. */
function streamed(text: string, length: number): Response {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length)
        controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

for (const length of [1, 7, 10_000]) {
  test(`a stream in pieces of ${length} bytes gives its parts, and the whole reply`, async () => {
    const parts: string[] = []
    const whole = await readStream(streamed(events, length), {
      onPart: (json) => parts.push((JSON.parse(json) as { message: string }).message),
    })
    expect(parts).toEqual(['', 'Two mügs. ', 'Two mügs. Here.'])
    expect(JSON.parse(whole)).toEqual(reply)
  })
}

test('a stream that breaks off is no reply, and a JSON reply is read whole', async () => {
  const onPart = () => {}
  expect(await readStream(streamed(events.slice(0, -3), 7), { onPart })).toBe('')
  expect(await readStream(Response.json(reply), { onPart })).toBe(JSON.stringify(reply))
})
