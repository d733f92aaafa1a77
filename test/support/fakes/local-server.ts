import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as it arrived. */
export interface Asked {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Starts a server on this machine whose requests the test answers: now, later or never. */
export async function startServer(answer: (reply: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request, reply) => {
    const one = { url: request.url ?? '', headers: request.headers, body: await text(request) }
    asked.push(one)
    answer(reply, one)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
