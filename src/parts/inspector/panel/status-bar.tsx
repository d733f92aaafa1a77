import { settings } from '../../../settings/read-settings'
import { consentState } from '../../../visitor/consent'
import { currentVisitor } from '../../../visitor/visitor'
import type { VisitType } from '../../../wire/tracker-event'
import { type TileCounts, type TileKind, tiles } from './overlay/tile-state'
import type { SessionEntry } from './session'
import { countsOf } from './summary'

/** The meaning of the outlines, and how many tiles of each state are in the window. */
export function Legend({ counts }: { readonly counts: TileCounts }) {
  const found = (Object.keys(tiles) as TileKind[]).filter((kind) => counts[kind])
  return (
    <ul class="legend" aria-label="Tiles in the window">
      {found.map((kind) => (
        <li key={kind}>
          <span class="swatch" style={{ background: tiles[kind][1] }} />
          {counts[kind]} {tiles[kind][0]}
        </li>
      ))}
      {found.length === 0 && <li>no tile in the window</li>}
    </ul>
  )
}

const visitNames: Readonly<Record<VisitType, string>> = {
  first_time: 'first visit',
  repeat: 'repeat visit',
}

/** Consent, visitor, visit and queue, always visible. */
export function StatusBar({ entries }: { readonly entries: readonly SessionEntry[] }) {
  const visitor = currentVisitor()
  const consent = consentState()
  const { waiting, sent, withheld, dropped } = countsOf(
    entries.filter(({ earlierPage }) => !earlierPage),
  )
  return (
    <dl class="glance">
      <div>
        <dt>Consent</dt>
        <dd class={`consent ${consent}`}>{consent}</dd>
      </div>
      <div>
        <dt>Visitor</dt>
        <dd title={visitor?.uid}>{visitor?.uid ?? 'none'}</dd>
      </div>
      <div>
        <dt>Visit</dt>
        <dd title={visitor?.visitId}>{visitor ? visitNames[visitor.visit_type] : 'none'}</dd>
      </div>
      <div>
        <dt>Queue</dt>
        <dd>
          {settings.shadow
            ? `${withheld} withheld${waiting ? `, ${waiting} waiting` : ''}`
            : `${waiting} waiting, ${sent} sent`}
          {dropped > 0 && <b class="lost">, {dropped} dropped</b>}
        </dd>
      </div>
    </dl>
  )
}
