import type { tabStorage } from '../../calls/inspection'
import type { SessionEntry } from './session'

type Texts = Pick<typeof tabStorage, 'read' | 'write' | 'remove'>

/** The panel's state when its page was left, restored on the next page. */
export interface SavedState {
  /** The panel was already open on the previous page. */
  readonly isContinued: boolean
  readonly entries: readonly SessionEntry[]
  readonly panel: PanelState
}

/** A person's choices about the panel. */
export interface PanelState {
  readonly tab: Tab
  /** The panel's side. In a narrow window it is at the bottom. */
  readonly side: 'left' | 'right'
  readonly isFolded: boolean
  readonly isLayerOn: boolean
}

export type Tab = 'events' | 'audit' | 'compare' | 'setup'

const initialPanel: PanelState = {
  tab: 'events',
  side: 'right',
  isFolded: false,
  isLayerOn: true,
}

/** The key of the stored state. Its presence makes the tag open the panel on the next page. */
const KEY = 'inspect'

/** The state from the previous page; the initial state if there is none that can be read. */
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

/** Stores the state for the next page of this tab. If the storage is full, the entries are left out. */
export function writeSavedState(storage: Texts, state: Omit<SavedState, 'isContinued'>) {
  if (storage.write(KEY, JSON.stringify(state))) return
  storage.write(KEY, JSON.stringify({ ...state, entries: [] }))
}

/** Clears the state when the panel is closed, so that the next page does not open it. */
export const forgetSavedState = (storage: Texts): void => storage.remove(KEY)
