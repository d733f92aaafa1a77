import { type TileCounts, tileColours, tileKinds, tileNames } from './overlay/tile-state'
import type { SessionEntry } from './session-export'
import { countsOf } from './summary'
import { useActions } from './widgets'

/** The meaning of the outlines, and how many tiles of each kind are in the window. */
export function Legend({ tiles }: { readonly tiles: TileCounts }) {
  return (
    <ul class="legend" aria-label="Tiles in the window">
      {tileKinds
        .filter((kind) => tiles[kind] > 0)
        .map((kind) => (
          <li key={kind}>
            <span class="swatch" style={{ background: tileColours[kind] }} />
            {tiles[kind]} {tileNames[kind]}
          </li>
        ))}
      {tileKinds.every((kind) => tiles[kind] === 0) && <li>no tile in the window</li>}
    </ul>
  )
}

const visitNames: Readonly<Record<string, string>> = {
  first_time: 'first visit',
  repeat: 'repeat visit',
}

/** Consent, visitor, visit and queue, always in sight. */
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
