import { type TileCounts, type TileKind, tiles } from './overlay/tile-state'
import type { SessionEntry } from './session-export'
import { countsOf } from './summary'
import { useActions } from './widgets'

/** The meaning of the outlines, and how many tiles of each state are in the window. */
export function Legend({ counts }: { readonly counts: TileCounts }) {
  const found = (Object.keys(tiles) as TileKind[]).filter((kind) => counts[kind] > 0)
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

const visitNames: Readonly<Record<string, string>> = {
  first_time: 'first visit',
  repeat: 'repeat visit',
}

/** Consent, visitor, visit and queue, always visible. */
export function StatusBar({ entries }: { readonly entries: readonly SessionEntry[] }) {
  const { tag } = useActions()
  const user = tag.user()
  const consent = tag.consent()
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
        <dd title={user?.id}>{user?.id ?? 'none'}</dd>
      </div>
      <div>
        <dt>Visit</dt>
        <dd title={user?.visitId}>
          {user ? (visitNames[user.visitType] ?? user.visitType) : 'none'}
        </dd>
      </div>
      <div>
        <dt>Queue</dt>
        <dd>
          {tag.settings.shadow
            ? `${withheld} withheld${waiting ? `, ${waiting} waiting` : ''}`
            : `${waiting} waiting, ${sent} sent`}
          {dropped > 0 && <b class="lost">, {dropped} dropped</b>}
        </dd>
      </div>
    </dl>
  )
}
