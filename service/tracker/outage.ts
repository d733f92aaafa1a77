import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The machine's way of being gone. */
export interface Outage {
  /** Stops listening now, and listens again on the same port after `durationMs`. */
  begin(durationMs: number): void
  /** Cuts every connection that is still open. Does nothing while there is no outage. */
  cutConnections(): void
}

/** Ready to begin once the service listens; over when the service closes. */
export function createOutage(app: FastifyInstance): Outage {
  const server = app.server as Server
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => clearTimeout(timer))

  return {
    begin(durationMs) {
      const { address, port } = server.address() as AddressInfo
      server.close()
      timer = setTimeout(() => {
        timer = undefined
        server.listen(port, address)
      }, durationMs)
    },
    cutConnections() {
      if (timer) server.closeAllConnections()
    },
  }
}
