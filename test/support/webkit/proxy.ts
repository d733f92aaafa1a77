import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Changes to a browser's requests, done on their way: https://www.w3.org/TR/webdriver2/ has no such commands. */
export interface Proxy {
  readonly port: number
  /** JavaScript that runs at the head of every page, before the page's own. */
  readonly scripts: string[]
  /** Asked in turn, the newest first, about each request; the first to answer true has taken it over. */
  readonly takers: ((request: Passing, response: ServerResponse) => boolean)[]
  /** Told of each request as it comes, and of its status once it is answered. */
  readonly listeners: Set<(request: Passing, status?: number) => void>
  /** Sends a request where it wanted to go. */
  pass(request: Passing, response: ServerResponse): void
  /** Offline, every connection is cut and none is made. */
  setOffline(isOffline: boolean): void
  close(): Promise<void>
}

/** A request on its way. */
export interface Passing {
  readonly url: string
  readonly method: string
  readonly message: IncomingMessage
}

/** Starts a proxy for one browser. */
export async function startProxy(): Promise<Proxy> {
  const proxy: Pick<Proxy, 'scripts' | 'takers' | 'listeners'> = {
    scripts: [],
    takers: [],
    listeners: new Set(),
  }
  let isOffline = false

  const tell = (passing: Passing, status?: number) => {
    for (const listener of [...proxy.listeners]) listener(passing, status)
  }

  // One is on its way before the next, so that they arrive in the order in which the browser sent them.
  let last: Promise<unknown> = Promise.resolve()
  function pass(passing: Passing, response: ServerResponse) {
    last = last.then(() => send(passing, response))
  }

  function send(passing: Passing, response: ServerResponse): Promise<void> {
    const { url, method, message } = passing
    // A page that is written into must not be compressed.
    const { 'accept-encoding': _, 'proxy-connection': __, ...headers } = message.headers
    const onward = request(url, { method, headers }, (answer) => {
      // A server that breaks off is seen to break off.
      answer.on('error', () => response.destroy())
      answer.on('end', () => tell(passing, answer.statusCode))
      const isPage = answer.headers['content-type']?.startsWith('text/html')
      if (isPage && proxy.scripts.length > 0) return rewrite(answer, response)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    message.pipe(onward)
    return new Promise((resolve) => {
      for (const event of ['finish', 'error', 'close']) onward.once(event, () => resolve())
    })
  }

  async function rewrite(answer: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    try {
      for await (const part of answer) parts.push(part)
    } catch {
      // Broken off: the other listener has ended the answer, too.
      return
    }
    const html = Buffer.concat(parts).toString()
    const own = proxy.scripts.map(
      (script) => `<script>${script}\n;document.currentScript.remove()</script>`,
    )
    const body = html.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + own.join(''))
    const { 'content-length': _, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers)
    response.end(body)
  }

  const server = createServer({ maxHeaderSize: 1 << 20 }, (message, response) => {
    if (isOffline) return message.socket.destroy()
    const passing = { url: message.url ?? '', method: message.method ?? 'GET', message }
    tell(passing)
    const isTaken = [...proxy.takers].reverse().some((take) => take(passing, response))
    if (!isTaken) pass(passing, response)
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    ...proxy,
    port: (server.address() as AddressInfo).port,
    pass,
    setOffline(next) {
      isOffline = next
      if (!next) return
      server.closeAllConnections()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
