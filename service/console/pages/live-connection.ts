import type { EventList, LiveNews } from '../wire.ts'
import { askService } from './console-page'
import type { LiveFilter } from './live-state'

/** Messages of the service to the live page. */
export interface ConnectionListener {
  /** The service answers; ask for the list, because something may have been missed. */
  onOpen(): void
  onNews(news: LiveNews): void
  /** The service does not answer; it is tried again until it does, or `close` is called. */
  onLost(): void
}

/** A stream of news. */
export interface Connection {
  close(): void
}

/** The browser tries again by itself after most failures; after the others this does. */
const TRY_AGAIN_MS = 2_000

/** Listens to the events that pass a filter. */
export function openConnection(filter: LiveFilter, listener: ConnectionListener): Connection {
  let timer: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open(): EventSource {
    const opened = new EventSource(`/events/stream?${queryOf(filter)}`)
    opened.onopen = () => listener.onOpen()
    opened.onmessage = ({ data }) => listener.onNews(JSON.parse(data) as LiveNews)
    opened.onerror = () => {
      listener.onLost()
      if (opened.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        source = open()
      }, TRY_AGAIN_MS)
    }
    return opened
  }

  return {
    close() {
      clearTimeout(timer)
      source.close()
    },
  }
}

/**
 * Asks for the newest events that pass a filter, or for those before one.
 *
 * @throws Error when the service does not answer as it should.
 */
export async function fetchEvents(
  filter: LiveFilter,
  { before, signal }: { readonly before?: number; readonly signal?: AbortSignal } = {},
): Promise<EventList> {
  const query = queryOf(filter)
  if (before !== undefined) query.set('before', String(before))
  return askService<EventList>(`/events/list?${query}`, signal)
}

/** The filter as a query: only what limits. */
export function queryOf(filter: LiveFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}
