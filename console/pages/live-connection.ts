import type { EventList, LiveNews } from '../wire.ts'
import { askService } from './console-page'
import type { LiveFilter } from './live-state'

/** Callbacks of the live page's connection. */
export interface ConnectionListener {
  /** The service responds. Reload the list, because events may have been missed. */
  onOpen(): void
  onNews(news: LiveNews): void
  /** The service does not respond. The connection retries until it does, or until `close`. */
  onLost(): void
}

/** After most failures the browser reconnects by itself; after the others, this module does. */
const TRY_AGAIN_MS = 2_000

/** Receives the events that pass a filter, until it is closed. */
export function openConnection(filter: LiveFilter, listener: ConnectionListener) {
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
 * Requests the newest events that pass a filter, or those before a given one.
 *
 * @throws Error when the service does not answer as expected.
 */
export async function fetchEvents(
  filter: LiveFilter,
  { before, signal }: { readonly before?: number; readonly signal?: AbortSignal } = {},
): Promise<EventList> {
  const query = queryOf(filter)
  if (before !== undefined) query.set('before', String(before))
  return askService<EventList>(`/events/list?${query}`, signal)
}

/** The filter as a query string, without empty fields. */
export function queryOf(filter: LiveFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}
