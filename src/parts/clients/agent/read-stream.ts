/** The parts of a reply that have arrived, and at the end the whole of it: texts of JSON. */
export interface StreamParts {
  /** Gets the reply so far. */
  readonly onPart: (json: string) => void
}

/**
 * Reads a reply that the service streams as server-sent events (`products`, `text`, `done`), or whole.
 *
 * @returns The whole reply as JSON.
 */
export async function readStream(response: Response, { onPart }: StreamParts): Promise<string> {
  if (!/event-stream/.test(response.headers.get('content-type') ?? '') || !response.body)
    return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let soFar: { readonly message: string } = { message: '' }
  let whole = ''
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read()
    const blocks = (rest + decoder.decode(value, { stream: !done })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data = ''] = /^event: (\w+)\ndata: (.*)/.exec(block) ?? []
      if (event === 'done') whole = data
      else if (event) {
        const { text = '', ...part } = JSON.parse(data) as { readonly text?: string }
        soFar = { ...soFar, ...part, message: soFar.message + text }
        onPart(JSON.stringify({ products: [], ...soFar }))
      }
    }
    // A connection that ends without the last event gives no text, which is no reply.
    if (done) return whole
  }
}
