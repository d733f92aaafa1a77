import { useContext } from 'preact/hooks'
import { settings } from '../../../settings/read-settings'
import { read, selector } from '../../../track/attributes'
import { pixelUrl } from '../../../wire/pixel-url'
import type { TrackerEvent } from '../../../wire/tracker-event'
import { everywhere } from '../page-elements'
import { type PayloadField, payloadOf } from './payload-fields'
import { outcomeNames, outcomeOf, type SessionEntry } from './session'
import { actionNames, curlOf, listNameOf, reasonOf, summaryOf, timeOfDay } from './summary'
import { Actions, CopyButton, ElementLine } from './widgets'

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isPlainList ? value.join(', ') : JSON.stringify(value, undefined, 1)
}

function remark({ value, meaning, isRequired }: PayloadField): string {
  if (meaning === undefined) return 'beyond the contract’s table'
  if (value !== undefined) return meaning
  return `${isRequired ? 'missing' : 'optional'}: ${meaning}`
}

/** The decoded payload, each field beside the contract's description of it. */
function PayloadView({ event }: { readonly event: Pick<TrackerEvent, 'action' | 'data'> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {payloadOf(event).map((field) => (
          <tr key={field.name} class={field.isRequired && field.value === undefined ? 'bad' : ''}>
            <th scope="row">
              <code>{field.name}</code>
            </th>
            <td>
              {field.value === undefined ? (
                <span class="muted">missing</span>
              ) : (
                <code class="value">{textOf(field.value) || '(empty)'}</code>
              )}
              <small>{remark(field)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const noteOf = ({ reason, answer }: SessionEntry['trail'][number]) => reason ?? answer ?? ''

/** All details of one entry. */
function EventDetails({ entry }: { readonly entry: SessionEntry }) {
  return (
    <div class="details">
      <Trail entry={entry} />
      <PageContext entry={entry} />
      <Payload entry={entry} />
      {entry.event && <Request event={entry.event} />}
    </div>
  )
}

function Trail({ entry }: { readonly entry: SessionEntry }) {
  const { at, state, reason, trail } = entry
  return (
    <section>
      <h3>What happened</h3>
      <ol class="trail">
        <li>
          <time>{timeOfDay(at)}</time> <b>seen</b>
          {state === 'ignored' && <span> and not counted: {reason}</span>}
        </li>
        {trail.map((step) => (
          <li key={step}>
            <time>{timeOfDay(step.at)}</time> <b>{step.state}</b> {noteOf(step)}
          </li>
        ))}
      </ol>
    </section>
  )
}

function PageContext({ entry }: { readonly entry: SessionEntry }) {
  const { element, earlierPage } = entry
  const list = listNameOf(entry)
  if (!element && !list && !earlierPage) return null
  return (
    <section>
      <h3>Where</h3>
      {earlierPage && <p class="muted">On an earlier page: {earlierPage}</p>}
      <ElementLine element={element} />
      {list && <p>In the list {list}</p>}
    </section>
  )
}

function Payload({ entry: { event, data } }: { readonly entry: SessionEntry }) {
  if (!event && !data) return null
  return (
    <section>
      <h3>Payload</h3>
      {event ? (
        <PayloadView event={event} />
      ) : (
        <>
          <p class="muted">Page, visit and visitor are added when the event is sent.</p>
          <pre>{JSON.stringify(data, undefined, 1)}</pre>
        </>
      )}
    </section>
  )
}

function Request({ event }: { readonly event: NonNullable<SessionEntry['event']> }) {
  const url = pixelUrl(settings, event)
  return (
    <section>
      <h3>Request</h3>
      <p class="muted">
        GET, {url.length} characters; visitor <code>{event.uid}</code>, time <code>{event.t}</code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <pre class="url" tabIndex={0}>
        {url}
      </pre>
      <p class="buttons">
        <CopyButton text={url} name="Copy URL" />
        <CopyButton text={curlOf(url)} name="Copy as curl" />
      </p>
    </section>
  )
}

/** All elements that show one of these products. */
const tilesOf = (pids: readonly (string | undefined)[]) =>
  everywhere(selector('product')).filter((tile) => pids.includes(read(tile, 'product')))

export interface EventRowProps {
  readonly entry: SessionEntry
  readonly isOpen: boolean
  /** Whether Tab stops at this line; arrow keys reach the others. */
  readonly isStop: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
}

/** One line of the stream, with its details below when open. */
export function EventRow({ entry, isOpen, isStop, onToggle, onFocus }: EventRowProps) {
  const { highlight } = useContext(Actions)
  const outcome = outcomeOf(entry)
  const list = listNameOf(entry)
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
