import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TagComparison } from '../../shadow/compare-tags'
import type { Finding, Inspected } from '../inspector-api'

/** Actions that the parts of the panel share. */
export interface PanelActions {
  readonly tag: Inspected
  /** Outlines elements until it is called again; with none, stops. */
  readonly highlight: (elements: readonly Element[]) => void
  /** Brings an element into view and outlines it for a while. */
  readonly show: (element: Element) => void
  /** Says whether the text is on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>
  readonly audit: () => Promise<readonly Finding[]>
  /** Compares this tag with others on the page. */
  readonly compare: () => Promise<readonly TagComparison[]>
  /** Lets the person save all that the panel knows. */
  readonly save: () => Promise<void>
  /** All elements that show one of these products. */
  readonly tilesOf: (pids: readonly string[]) => readonly Element[]
}

export const Actions = createContext<PanelActions | undefined>(undefined)

/** The actions; every part of the panel stands below their provider. */
export function useActions(): PanelActions {
  const actions = useContext(Actions)
  if (!actions) throw new Error('a part of the panel was drawn outside of it')
  return actions
}
