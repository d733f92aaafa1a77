import { useState } from 'preact/hooks'
import type { Finding } from '../inspector-api'
import { AuditTab } from './audit-tab'
import { CompareTab } from './compare-tab'
import { useActions } from './context'
import { EventsTab } from './events-tab'
import { Legend } from './legend'
import { moveFocus } from './move-focus'
import type { TileCounts } from './overlay/tile-state'
import type { PanelLook, Side, Tab } from './saved-state'
import type { SessionEntry } from './session-entry'
import { SetupTab } from './setup-tab'
import { Glance } from './status-bar'

export interface AppProps {
  readonly entries: readonly SessionEntry[]
  readonly look: PanelLook
  readonly onLook: (change: Partial<PanelLook>) => void
  /** The tiles in the window by their state, while the layer is on. */
  readonly tiles: TileCounts | undefined
  readonly onClear: () => void
  readonly onClose: () => void
}

/** The whole panel. */
export function App(props: AppProps) {
  const { entries, look, onLook, tiles } = props
  const { audit } = useActions()
  const [findings, setFindings] = useState<readonly Finding[]>()

  if (look.isFolded) return <Folded {...props} />
  return (
    <section class={`panel ${look.side} ${look.isLow ? 'low' : ''}`} aria-label="svc inspector">
      <button
        type="button"
        class="handle"
        aria-label={look.isLow ? 'Make the panel higher' : 'Make the panel lower'}
        onClick={() => onLook({ isLow: !look.isLow })}
      />
      <Header {...props} />
      <Glance entries={entries} />
      {look.isLayerOn && tiles && <Legend tiles={tiles} />}
      <Tabs tab={look.tab} onTab={(tab) => onLook({ tab })} />
      <div role="tabpanel" id="body" aria-labelledby={`tab-${look.tab}`} class="body">
        {look.tab === 'events' && <EventsTab entries={entries} onClear={props.onClear} />}
        {look.tab === 'audit' && (
          <AuditTab findings={findings} onAudit={async () => setFindings(await audit())} />
        )}
        {look.tab === 'compare' && <CompareTab />}
        {look.tab === 'setup' && <SetupTab />}
      </div>
    </section>
  )
}

function Folded({ entries, look, onLook }: AppProps) {
  return (
    <section class={`folded ${look.side}`} aria-label="svc inspector">
      <button type="button" onClick={() => onLook({ isFolded: false })}>
        <b>svc</b> {entries.length} seen
        <span class="hidden">, open the inspector</span>
      </button>
    </section>
  )
}

/** Where the panel moves to, from each side. */
const nextSides: Readonly<Record<Side, readonly [side: Side, arrow: string]>> = {
  right: ['left', '⇤'],
  left: ['bottom', '⤓'],
  bottom: ['right', '⇥'],
}

function Header({ look, onLook, onClose }: AppProps) {
  const [other, arrow] = nextSides[look.side]
  return (
    <header>
      <h2>svc inspector</h2>
      <button
        type="button"
        role="switch"
        aria-checked={look.isLayerOn}
        class="switch"
        onClick={() => onLook({ isLayerOn: !look.isLayerOn })}
      >
        Outline
      </button>
      <button
        type="button"
        class="icon wide"
        aria-label={`Move to the ${other}`}
        onClick={() => onLook({ side: other })}
      >
        {arrow}
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Fold"
        onClick={() => onLook({ isFolded: true })}
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
