import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isGa4 } from '../../src/parts/shadow/read-ga4.ts'
import { isPixel } from '../../src/parts/shadow/read-pixel.ts'

/** The only way from an audited page to the network. */
export type NetworkGate = Awaited<ReturnType<typeof openGate>>

const urlOf = (text = '') => (URL.canParse(text) ? new URL(text) : undefined)

/** Browsers resolve every name below `localhost` to this machine, whatever the resolver says. */
const hostOf = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') ? '127.0.0.1' : name.replace(/^\[|\]$/g, '')

/**
 * Opens a proxy for one browser context. Playwright cannot intercept what a page sends while it is left: `fetch` with `keepalive`,
 * `fetchLater`, beacons and images all reach the network although a route matches them. The gate is outside of the browser, so it stops them
 * whatever sends them: it never connects to a refused host, never passes a tracker's request in plain text, and shuts before a page closes.
 */
export async function openGate() {
  const refused = new Set<string>()
  const sockets = new Set<Duplex>()
  let isShut = false

  const keep = (socket: Duplex) => {
    // A connection may serve several requests.
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }

  /** Plain HTTP: the whole URL is known. */
  function pass(asked: IncomingMessage, reply: ServerResponse) {
    const url = urlOf(asked.url)
    if (isShut || !url || refused.has(url.host) || isPixel(url.href) || isGa4(url.href))
      return asked.socket.destroy()
    const onward = request(
      {
        // A server may close a connection that is used again just as it is used, so that a page seems not to load.
        agent: false,
        host: hostOf(url.hostname),
        port: url.port || 80,
        method: asked.method,
        path: url.pathname + url.search,
        headers: asked.headers,
      },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(reply)
      },
    )
    onward.on('socket', keep)
    onward.on('error', () => asked.socket.destroy())
    reply.on('close', () => onward.destroy())
    asked.pipe(onward)
    return undefined
  }

  /** HTTPS and WebSockets: only the host is known. */
  function tunnel({ url: host = '' }: IncomingMessage, client: Duplex) {
    const url = urlOf(`https://${host}`)
    if (isShut || !url || refused.has(url.host)) return client.destroy()
    const server = connect(Number(url.port || 443), hostOf(url.hostname), () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    keep(server)
    server.on('close', () => client.destroy())
    client.on('close', () => server.destroy())
    return undefined
  }

  const proxy = createServer(pass)
  proxy.on('connect', tunnel).on('connection', (socket: Socket) => keep(socket))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    /** The address of the proxy. */
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Never connects to a tracker's host again, unless it is also the shop's. */
    refuse(trackerUrl: string, shopUrl: string) {
      const [tracker, shop] = [urlOf(trackerUrl), urlOf(shopUrl)]
      if (tracker && tracker.host !== shop?.host) refused.add(tracker.host)
    },
    open() {
      isShut = false
    },
    /** Ends all connections and refuses new ones. */
    shut() {
      isShut = true
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
