import { pixelUrl } from '../../../wire/pixel-url'
import { useActions } from './context'
import { CopyButton } from './copy-button'
import { curlOf } from './curl'
import { ElementLine } from './element-line'
import { PayloadView } from './payload-view'
import type { SessionEntry } from './session-entry'
import { listName, listOf } from './summary'
import { timeOfDay } from './time-of-day'

const noteOf = ({ reason, answer }: SessionEntry['trail'][number]) => reason ?? answer ?? ''

/** All that is known of one line. */
export function EventDetails({ entry }: { readonly entry: SessionEntry }) {
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
      <h3>What became of it</h3>
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
  const list = listName(listOf(entry))
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
          <p class="muted">Page, visit and visitor are added when it leaves.</p>
          <pre>{JSON.stringify(data, undefined, 1)}</pre>
        </>
      )}
    </section>
  )
}

function Request({ event }: { readonly event: NonNullable<SessionEntry['event']> }) {
  const { settings } = useActions().tag
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
