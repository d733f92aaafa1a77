import { schedule } from '../../browser/clock'
import { loadPart } from '../../browser/load-part'
import { withLock } from '../../browser/tabs'
import { resumeRecording } from '../../track/record'
import { currentVisitor } from '../../visitor/visitor'
import type { AgentClient } from '../clients/agent/agent'
import type { BrowseClient } from '../clients/browse/browse'
import type { Fault } from '../clients/service-error'

/** The two clients, which are a separate part. */
export type Clients = BrowseClient & AgentClient

const TIME_LIMIT_MS = 30_000
const LATE = 'svc-clients.js did not come'

/** Settles when the visitor is known. A call is an activity, so it begins a visit. */
const visitorKnown = () =>
  new Promise<void>((resolve) => {
    if (currentVisitor()) return resolve()
    resumeRecording()
    // The task that begins the visit is ahead of this one in the lock's queue.
    withLock(resolve)
  })

/** Like the clients' own error classes, which load with the clients. */
const failure = (name: string, fault: Fault, cause: unknown) =>
  Object.assign(new Error(`${fault}: ${cause}`), { name, fault })

let opening: Promise<Clients> | undefined

const load = () =>
  new Promise<Clients>((resolve, reject) => {
    const cancel = schedule(() => reject(LATE), TIME_LIMIT_MS)
    loadPart('clients')
      .finally(cancel)
      .then((open) => resolve((open as () => Clients)()))
      .catch(reject)
  })

/**
 * Loads the clients if necessary and calls one of their functions. If they cannot be loaded within
 * 30 seconds, it rejects with the fault `network` or `timeout`; a later call tries again.
 */
export async function callClient(name: keyof Clients, args: readonly unknown[]): Promise<unknown> {
  opening ??= load()
  const opened = opening.catch((cause) => {
    opening = undefined
    const errorName = /ask|start/.test(name) ? 'AgentError' : 'BrowseError'
    throw failure(errorName, cause === LATE ? 'timeout' : 'network', cause)
  })
  const [clients] = await Promise.all([opened, visitorKnown()])
  return (clients[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
}
