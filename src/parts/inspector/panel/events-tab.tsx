import { useState } from 'preact/hooks'
import { EventRow } from './event-row'
import { outcomeNames, outcomes, type SessionEntry } from './session'
import { countsOf, type Filter, filtered } from './summary'
import { moveFocus } from './widgets'

/** Lines drawn at a time, so that a long stream does not slow down each new line. */
const PAGE = 100

export interface EventsTabProps {
  readonly entries: readonly SessionEntry[]
  readonly onClear: () => void
}

/** The stream of the tag's entries, newest first, with a filter and a search. */
export function EventsTab({ entries, onClear }: EventsTabProps) {
  const [filter, setFilter] = useState<Filter>({ outcome: undefined, words: '' })
  const [opened, setOpened] = useState<string>()
  const [stop, setStop] = useState<string>()
  const [limit, setLimit] = useState(PAGE)
  const found = filtered(entries, filter).reverse()
  const shown = found.slice(0, limit)
  const stopKey = shown.some((entry) => keyOf(entry) === stop) ? stop : shown[0] && keyOf(shown[0])

  return (
    <>
      <Toolbar {...{ entries, filter, setFilter, onClear }} />
      {shown.length === 0 && <Empty isFiltered={entries.length > 0} />}
      <ul class="stream" onKeyDown={(event) => moveFocus(event, '.row')}>
        {shown.map((entry) => {
          const key = keyOf(entry)
          return (
            <EventRow
              key={key}
              entry={entry}
              isOpen={opened === key}
              isStop={stopKey === key}
              onToggle={() => setOpened(opened === key ? undefined : key)}
              onFocus={() => setStop(key)}
            />
          )
        })}
      </ul>
      {found.length > limit && (
        <button type="button" class="more" onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, found.length - limit)} older
        </button>
      )}
    </>
  )
}

/** Every page numbers its entries from 1, so the key also needs the page. */
const keyOf = ({ earlierPage = '', at, id }: SessionEntry) => `${id} ${at} ${earlierPage}`

interface ToolbarProps extends EventsTabProps {
  readonly filter: Filter
  readonly setFilter: (filter: Filter) => void
}

function Toolbar({ entries, filter, setFilter, onClear }: ToolbarProps) {
  const counts = countsOf(entries)
  const choose = (outcome: Filter['outcome']) => setFilter({ ...filter, outcome })
  return (
    <div class="toolbar">
      <input
        type="search"
        aria-label="Search events"
        placeholder="Search: product, words, reason"
        value={filter.words}
        onInput={({ currentTarget }) => setFilter({ ...filter, words: currentTarget.value })}
      />
      <button type="button" class="small" onClick={onClear} disabled={entries.length === 0}>
        Clear
      </button>
      <fieldset>
        <legend class="hidden">Show</legend>
        <Choice
          name="All"
          count={entries.length}
          isOn={!filter.outcome}
          onChoose={() => choose(undefined)}
        />
        {outcomes
          .filter((outcome) => outcome !== 'withheld' || counts.withheld > 0)
          .map((outcome) => (
            <Choice
              key={outcome}
              name={outcomeNames[outcome]}
              count={counts[outcome]}
              isOn={filter.outcome === outcome}
              onChoose={() => choose(outcome)}
            />
          ))}
      </fieldset>
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly count: number
  readonly isOn: boolean
  readonly onChoose: () => void
}

const Choice = ({ name, count, isOn, onChoose }: ChoiceProps) => (
  <button type="button" class="choice" aria-pressed={isOn} onClick={onChoose}>
    {name} <span class="count">{count}</span>
  </button>
)

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <p class="empty">
    {isFiltered
      ? 'Nothing matches. Try fewer words, or show all.'
      : 'Nothing yet. Scroll, click a product or search: everything that the tag notices appears here, with the reason if it does not count.'}
  </p>
)
