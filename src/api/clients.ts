import type { AgentClient, AgentDeps } from '../agent/agent'
import type { seenIn } from '../agent/seen'
import type { BrowseClient, BrowseDeps } from '../browse/browse'
import type { HttpDeps } from '../platform/http'
import type { Fault } from '../platform/service-error'

/** The two clients. They are a script of their own, so that a page which uses neither does not pay for them. */
export type Clients = BrowseClient & AgentClient

/** What the clients need of the tag. */
type ClientsDeps = Omit<BrowseDeps, 'http' | 'device'> &
  Omit<AgentDeps, 'http' | 'seen'> &
  HttpDeps & {
    /** What this visit met, by lists. */
    readonly met: () => Parameters<typeof seenIn>[0]
  }

/** What that script hands over. */
export type OpenClients = (deps: ClientsDeps) => Clients

const TIME_LIMIT_MS = 30_000

export interface LazyClientsDeps {
  /** Fetches that script. */
  readonly load: () => Promise<unknown>
  /** Settles, soon and always, when it is known who visits: asked at each call. */
  readonly whenKnown: () => Promise<unknown>
  readonly deps: ClientsDeps
}

const LATE = 'svc-clients.js did not come'

/** As the clients' own errors are; those come with the clients. */
const failure = (name: string, fault: Fault, cause: unknown) =>
  Object.assign(new Error(`${fault}: ${cause}`), { name, fault })

/** The clients' calls by their names on `window.svc`, each taking the arguments as they came. */
export type LazyCalls = Readonly<
  Record<
    'browse' | 'search' | 'agent.ask' | 'agent.start',
    (args: readonly unknown[]) => Promise<unknown>
  >
>

/**
 * The two clients, fetched at the first call. Where they cannot be had within 30 seconds, calls reject with the fault
 * `network` or `timeout`; a call after that tries again.
 */
export function createLazyClients({ load, whenKnown, deps }: LazyClientsDeps): LazyCalls {
  let opening: Promise<Clients> | undefined

  const open = () =>
    new Promise<Clients>((resolve, reject) => {
      const cancel = deps.schedule(() => reject(LATE), TIME_LIMIT_MS)
      load()
        .finally(cancel)
        .then((openClients) => resolve((openClients as OpenClients)(deps)))
        .catch(reject)
    })

  const lazily = (name: keyof Clients, errorName: string) => async (args: readonly unknown[]) => {
    opening ??= open()
    const opened = opening.catch((cause) => {
      opening = undefined
      throw failure(errorName, cause === LATE ? 'timeout' : 'network', cause)
    })
    const [clients] = await Promise.all([opened, whenKnown()])
    return (clients[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  }

  return {
    browse: lazily('browse', 'BrowseError'),
    search: lazily('search', 'BrowseError'),
    'agent.ask': lazily('ask', 'AgentError'),
    'agent.start': lazily('start', 'AgentError'),
  }
}
