import { useState } from 'preact/hooks'
import { settingMistakes } from '../../calls/check-settings'
import { audit } from '../audit/audit-page'
import type { Finding } from '../inspector-api'
import { AuditTab } from './audit-tab'
import { CompareTab } from './compare-tab'
import { EventsTab } from './events-tab'
import type { TileCounts } from './overlay/tile-state'
import type { PanelState, Tab } from './saved-state'
import type { SessionEntry } from './session'
import { SetupTab } from './setup-tab'
import { Legend, StatusBar } from './status-bar'
import { moveFocus } from './widgets'

export interface AppProps {
  readonly entries: readonly SessionEntry[]
  readonly state: PanelState
  readonly onState: (change: Partial<PanelState>) => void
  /** The visible tiles by state, while the layer is on. */
  readonly tiles: TileCounts | undefined
  readonly onClear: () => void
  readonly onClose: () => void
}

/** The whole panel. */
export function App(props: AppProps) {
  const { entries, state, onState, tiles } = props
  const [findings, setFindings] = useState<readonly Finding[]>()

  if (state.isFolded) return <Folded {...props} />
  return (
    <section class={`panel ${state.side}`} aria-label="svc inspector">
      <Header {...props} />
      <Mistakes />
      <StatusBar entries={entries} />
      <Tabs tab={state.tab} onTab={(tab) => onState({ tab })} />
      <div role="tabpanel" id="body" aria-labelledby={`tab-${state.tab}`} class="body">
        {state.tab === 'events' && <EventsTab entries={entries} onClear={props.onClear} />}
        {state.tab === 'audit' && (
          <AuditTab findings={findings} onAudit={async () => setFindings(await audit())} />
        )}
        {state.tab === 'compare' && <CompareTab />}
        {state.tab === 'setup' && <SetupTab entries={entries} />}
      </div>
      {/* Below: it comes and grows without moving the tabs. */}
      {state.isLayerOn && tiles && <Legend counts={tiles} />}
    </section>
  )
}

/** Wrong settings come first, because they decide what everything else shows. */
function Mistakes() {
  const mistakes = settingMistakes()
  return (
    mistakes.length > 0 && (
      <ul class="mistakes" aria-label="Wrong settings">
        {mistakes.map(({ name, message, fix }) => (
          <li key={name}>
            <span class="outcome error">Setting</span> <b>{message}</b> {fix}
          </li>
        ))}
      </ul>
    )
  )
}

function Folded({ entries, state, onState }: AppProps) {
  return (
    <section class={`folded ${state.side}`} aria-label="svc inspector">
      <button type="button" onClick={() => onState({ isFolded: false })}>
        <b>svc</b> {entries.length} seen
        <span class="hidden">, open the inspector</span>
      </button>
    </section>
  )
}

function Header({ state, onState, onClose }: AppProps) {
  const other = state.side === 'right' ? 'left' : 'right'
  return (
    <header>
      <h2>svc inspector</h2>
      <button
        type="button"
        role="switch"
        aria-checked={state.isLayerOn}
        class="switch"
        onClick={() => onState({ isLayerOn: !state.isLayerOn })}
      >
        Outline
      </button>
      <button
        type="button"
        class="icon wide"
        aria-label={`Move to the ${other}`}
        onClick={() => onState({ side: other })}
      >
        {other === 'left' ? '⇤' : '⇥'}
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Fold"
        onClick={() => onState({ isFolded: true })}
      >
        −
      </button>
      <button type="button" class="icon" aria-label="Close the inspector" onClick={onClose}>
        ×
      </button>
    </header>
  )
}

const tabs: readonly (readonly [Tab, string])[] = [
  ['events', 'Events'],
  ['audit', 'Audit'],
  ['compare', 'Compare'],
  ['setup', 'Setup'],
]

function Tabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  return (
    <div role="tablist" aria-label="Views" onKeyDown={(event) => moveFocus(event, '[role=tab]')}>
      {tabs.map(([id, name]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={tab === id}
          aria-controls="body"
          tabIndex={tab === id ? 0 : -1}
          onClick={() => onTab(id)}
          onFocus={() => onTab(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
