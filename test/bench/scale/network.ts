import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './programs.ts'

/** A connection to an engine that can be cut and mended. */
export interface Network {
  readonly url: string
  /** Ends all connections and refuses new ones. */
  cut(): void
  mend(): void
  close(): void
}

/** Passes bytes to a port of this machine. */
export async function networkTo(target: number): Promise<Network> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    cut() {
      isCut = true
      cutAll()
    },
    mend() {
      isCut = false
    },
    close() {
      server.close()
      cutAll()
    },
  }
}
