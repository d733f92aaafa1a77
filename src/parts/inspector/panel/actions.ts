import type { Finding, Inspected } from '../inspector-api'
import { everywhere } from '../page-elements'
import type { Layer } from './overlay/overlay'
import type { PanelState } from './saved-state'
import { type Session, saveFile, sessionFile } from './session-export'
import type { PanelActions } from './widgets'

export interface ActionParts {
  readonly window: Window & typeof globalThis
  readonly tag: Inspected
  readonly session: Session
  readonly layer: Pick<Layer, 'highlight'>
  readonly audit: () => Promise<readonly Finding[]>
  readonly compare: PanelActions['compare']
  readonly setLook: (change: Partial<PanelState>) => void
  /** The window is as narrow as a phone's. */
  readonly isNarrow: () => boolean
}

/** How long a requested element stays outlined. */
const SHOWN_MS = 4_000

/** Creates what the panel's buttons do: to the page, the clipboard and files. */
export function createActions(deps: ActionParts): PanelActions {
  const { window, tag, session, layer, audit, compare, setLook } = deps
  const { document } = window
  let timer: number | undefined

  /** Moves the panel aside, because an element behind it cannot be shown. */
  function makeRoomFor(element: Element) {
    const { left, width } = element.getBoundingClientRect()
    const isLeft = left + width / 2 < window.innerWidth / 2
    setLook(deps.isNarrow() ? { isFolded: true } : { side: isLeft ? 'right' : 'left' })
  }

  return {
    tag,
    audit,
    compare,
    highlight: layer.highlight,
    show(element) {
      makeRoomFor(element)
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      layer.highlight([element])
      window.clearTimeout(timer)
      timer = window.setTimeout(() => layer.highlight([]), SHOWN_MS)
    },
    async copy(text) {
      try {
        await window.navigator.clipboard.writeText(text)
        return true
      } catch {
        // The page may not use the clipboard, or is not secure.
        return false
      }
    },
    async save() {
      saveFile(document, sessionFile({ window, tag, session, findings: await audit() }))
    },
    tilesOf(pids) {
      const wanted = new Set<string | undefined>(pids)
      if (wanted.size === 0) return []
      return everywhere(document, tag.markup.selector('product')).filter((tile) =>
        wanted.has(tag.markup.read(tile, 'product')),
      )
    },
  }
}
