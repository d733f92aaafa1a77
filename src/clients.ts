import { createAgent } from './agent/agent'
import { seenIn } from './agent/seen'
import type { OpenClients } from './api/clients'
import { createBrowse } from './browse/browse'
import { readDevice } from './platform/device'
import { createHttp } from './platform/http'
import { handOver } from './platform/load-script'

/** The clients of Browse and of the Shopping Agent; the tag fetches this script when a page first uses one. */
const openClients: OpenClients = (deps) => {
  const http = createHttp(deps)
  return {
    ...createBrowse({ ...deps, http, device: readDevice }),
    ...createAgent({ ...deps, http, seen: () => seenIn(deps.met()) }),
  }
}

handOver(openClients)
