import { useActions } from './context'
import { EventDetails } from './event-details'
import { outcomeNames, outcomeOf, type SessionEntry } from './session-entry'
import { actionNames, listName, listOf, reasonOf, summaryOf } from './summary'
import { timeOfDay } from './time-of-day'

export interface EventRowProps {
  readonly entry: SessionEntry
  readonly isOpen: boolean
  /** Whether it is the one line that Tab goes to; the others are reached by arrow keys. */
  readonly isStop: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
}

/** One line of the stream, and below it, when open, all about it. */
export function EventRow({ entry, isOpen, isStop, onToggle, onFocus }: EventRowProps) {
  const { highlight, tilesOf } = useActions()
  const outcome = outcomeOf(entry)
  const list = listName(listOf(entry))
  const reason = reasonOf(entry)

  function outline() {
    const { element, event, data } = entry
    const seen = (event?.data ?? data ?? {}) as { readonly pids_list?: readonly string[] }
    const tiles = tilesOf(seen.pids_list ?? [])
    highlight(tiles.length > 0 || !element ? tiles : [element])
  }

  return (
    <li class={entry.earlierPage ? 'earlier' : ''}>
      <button
        type="button"
        class="row"
        aria-expanded={isOpen}
        tabIndex={isStop ? 0 : -1}
        onClick={onToggle}
        onMouseEnter={outline}
        onMouseLeave={() => highlight([])}
        onFocus={() => {
          onFocus()
          outline()
        }}
        onBlur={() => highlight([])}
      >
        <span class={`outcome ${outcome}`}>{outcomeNames[outcome]}</span>
        <span class="what">
          <b>{entry.action ? actionNames[entry.action] : 'Seen'}</b> {summaryOf(entry)}
          {list && <span class="muted"> in {list}</span>}
          {entry.actor && <span class="actor">by an agent</span>}
        </span>
        <time>{timeOfDay(entry.at)}</time>
        {reason && <span class="why">{reason}</span>}
      </button>
      {isOpen && <EventDetails entry={entry} />}
    </li>
  )
}
