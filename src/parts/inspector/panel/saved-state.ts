import type { Texts } from '../inspector-api'
import type { SessionEntry } from './session-export'

/** The panel's state when its page was left, restored on the next page. */
export interface SavedState {
  /** There was a panel on the page before. */
  readonly isContinued: boolean
  readonly entries: readonly SessionEntry[]
  readonly panel: PanelState
}

/** A person's choices about the panel. */
export interface PanelState {
  readonly tab: Tab
  /** Where the panel stands. In a narrow window it stands at the bottom. */
  readonly side: 'left' | 'right'
  readonly isFolded: boolean
  readonly isLayerOn: boolean
}

export type Tab = 'events' | 'audit' | 'compare' | 'setup'

const initialPanel: PanelState = {
  tab: 'events',
  side: 'right',
  isFolded: false,
  isLayerOn: false,
}

/** Where the page is left; also what tells the tag of the next page to open the panel. */
const KEY = 'inspect'

/** The state that the page before has left; the initial one if there is none, or none that can be read. */
export function readSavedState(storage: Texts): SavedState {
  try {
    const { entries, panel } = JSON.parse(storage.read(KEY) ?? '') as Partial<SavedState>
    return {
      isContinued: true,
      entries: Array.isArray(entries) ? entries : [],
      panel: { ...initialPanel, ...panel },
    }
  } catch {
    return { isContinued: false, entries: [], panel: initialPanel }
  }
}

/** Leaves it for the next page of this tab. Where the storage is full the entries stay behind. */
export function writeSavedState(storage: Texts, state: Omit<SavedState, 'isContinued'>) {
  if (storage.write(KEY, JSON.stringify(state))) return
  storage.write(KEY, JSON.stringify({ ...state, entries: [] }))
}

/** Clears the state when the panel is closed, so that the next page does not open it. */
export const forgetSavedState = (storage: Texts): void => storage.remove(KEY)
