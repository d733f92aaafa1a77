import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { RefusedRequest, StoredEvent } from 'svc-tag-service'
import { addSampleButton, emptyNote, liveHead, noAnswer, shopLink } from './console-page'
import { type EventItemDeps, eventItem } from './event-item'
import { groupByVisit, type VisitGroup } from './event-summary'
import { count, duration, fullMoment, isoMoment, shortMoment } from './format'
import { type LiveActions, type LiveFilter, type LiveState, noFilter } from './live-state'
import { liveTools, liveTotals } from './live-tools'
import { scopeBar } from './scope-bar'

/** The whole live page. */
export function liveView(state: LiveState, actions: LiveActions, now: number): TemplateResult {
  return html`
    ${scopeBar(scopeOf(state.filter), ({ who, ...days }) => actions.onFilter({ ...days, ...(who && { shoppers: who }) }), false)}
    ${liveHead('Events', state.connection, state.isPaused)}
    ${liveTotals(state, actions)} ${liveTools(state, actions)} ${refused(state, now)}
    ${state.isPaused && state.missed > 0 ? missedButton(state, actions) : nothing}
    ${state.events.length > 0 ? list(state, actions, now) : emptyList(state, actions)}
    <p class="notice" aria-live="polite">${state.notice}</p>
  `
}

const scopeOf = ({ from, to, shoppers }: LiveFilter) => ({
  ...{ from, to, who: shoppers || ('both' as const), compare: 'nothing' as const },
})

/** Rejected requests to the tracker: too long, sent by POST, or not HTTP at all. */
function refused({ refused: all }: LiveState, now: number) {
  if (all.length === 0) return nothing
  const title =
    all.length === 1 ? '1 request could not be read' : `${all.length} requests could not be read`
  return html`
    <details class="fold refused">
      <summary>${title}</summary>
      <ol aria-label="Refused requests, newest first">
        ${all.map((request) => refusedItem(request, now))}
      </ol>
    </details>
  `
}

const refusedItem = (
  { at, method, status, reason, beginning }: RefusedRequest,
  now: number,
) => html`
  <li>
    <time datetime=${isoMoment(at)}>${shortMoment(at, now)}</time>
    <b>${method || '(no method)'} ${status}</b> ${reason}
    ${beginning ? html`<code class="refused-text">${beginning}</code>` : nothing}
  </li>
`

const missedButton = ({ missed }: LiveState, { onPause }: LiveActions) => html`
  <p class="missed">
    <button type="button" @click=${onPause}>
      ${missed === 1 ? 'Show the new event' : `Show ${count(missed)} new events`}
    </button>
  </p>
`

function list(state: LiveState, actions: LiveActions, now: number) {
  const deps = { ...actions, now }
  const isOpen = ({ id }: StoredEvent) => state.opened.has(id)
  const item = (event: StoredEvent) => eventItem(event, { isOpen: isOpen(event) }, deps)
  return html`
    ${
      state.view === 'visits'
        ? repeat(
            groupByVisit(state.events),
            ({ uid, visitId }) => `${uid} ${visitId}`,
            (group) => visit(group, isOpen, deps),
          )
        : html`<h2 class="unseen">Newest first</h2>
            <ol class="events" aria-label="Events, newest first">
            ${repeat(state.events, ({ id }) => id, item)}
          </ol>`
    }
    ${state.nextBefore === undefined ? nothing : older(actions)}
  `
}

function visit(
  { visitId, uid, first, last, steps }: VisitGroup,
  isOpen: (event: StoredEvent) => boolean,
  deps: EventItemDeps,
) {
  const name = visitId || 'No visit'
  const events = steps.length === 1 ? '1 event' : `${steps.length} events`
  return html`
    <section class="visit" aria-label=${`Visit ${name}`}>
      <h2>${name}</h2>
      <p class="quiet">
        ${fullMoment(first)} · ${events} in ${duration(last - first)} · shopper <code>${uid || 'unknown'}</code>
        ${
          uid === ''
            ? nothing
            : html`<button class="small" type="button" @click=${() => deps.onFollow({ shopper: uid })}>
                All visits<span class="unseen"> of the shopper ${uid}</span>
              </button>`
        }
      </p>
      <ol class="events" aria-label=${`Events of the visit ${name}, oldest first`}>
        ${repeat(
          steps,
          ({ event }) => event.id,
          ({ event, since }) => eventItem(event, { isOpen: isOpen(event), since }, deps),
        )}
      </ol>
    </section>
  `
}

const older = ({ onOlder }: LiveActions) =>
  html`<p class="older"><button type="button" @click=${onOlder}>Older events</button></p>`

function emptyList(state: LiveState, actions: LiveActions) {
  const { filter, connection: status, hiddenUpTo, nextBefore, totals } = state
  if (status === 'lost' && totals.length === 0) return noAnswer
  if (status !== 'open') return nothing
  if (nextBefore !== undefined) {
    return emptyNote(
      'None of the newest events matches.',
      'The search stopped to save time. Older events may match.',
      [html`<button type="button" @click=${actions.onOlder}>Search older events</button>`],
    )
  }
  if (hiddenUpTo > 0) {
    return emptyNote('Nothing new yet.', 'New events appear here as they arrive.', [
      html`<button type="button" @click=${actions.onShowAll}>Show the hidden events</button>`,
    ])
  }
  if (Object.values(filter).some((value) => value !== '')) {
    return emptyNote('No matching events.', 'No event so far matches these filters.', [
      html`<button type="button" @click=${() => actions.onFilter(noFilter)}>Show all events</button>`,
    ])
  }
  return emptyNote('No events yet.', 'Walk through the shop and watch them arrive here.', [
    shopLink,
    addSampleButton(actions),
  ])
}
