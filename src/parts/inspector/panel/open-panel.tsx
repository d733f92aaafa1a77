import { render } from 'preact'
import type { TagComparison } from '../../shadow/compare-tags'
import type { Finding, Inspected } from '../inspector-api'
import { createActions } from './actions'
import { App } from './app'
import { createLayer } from './overlay/overlay'
import type { TileCounts } from './overlay/tile-state'
import { createOverlayHost } from './overlay-host'
import { forgetSavedState, type PanelState, readSavedState, writeSavedState } from './saved-state'
import { createSession } from './session-export'
import { Actions } from './widgets'

export interface PanelDeps {
  readonly window: Window & typeof globalThis
  readonly tag: Inspected
  readonly audit: () => Promise<readonly Finding[]>
  readonly compare: () => Promise<readonly TagComparison[]>
  /** The panel was closed, by the person or by code. */
  readonly onClose: () => void
}

/** The open panel. */
export interface Panel {
  /** Unfolds the panel and focuses it. */
  readonly focus: () => void
  /** Removes the panel completely. */
  readonly close: () => void
}

/** Opens the panel over the page. */
export function openPanel({ window, tag, audit, compare, onClose }: PanelDeps): Panel {
  const { storage } = tag
  const saved = readSavedState(storage)
  const session = createSession({ read: tag.entries, earlier: saved.entries })
  const host = createOverlayHost(window)
  let { panel } = saved
  let tiles: TileCounts | undefined
  let frame: number | undefined

  const layer = createLayer({
    window,
    canvas: host.canvas,
    tag,
    isClicked: session.isClicked,
    onCounts(counts) {
      tiles = counts
      redraw()
    },
  })
  const actions = createActions({ window, tag, session, layer, audit, compare, setLook, ...host })

  function setLook(change: Partial<PanelState>) {
    panel = { ...panel, ...change }
    layer.set(panel.isLayerOn)
    draw()
  }

  function clear() {
    session.clear()
    draw()
  }

  function draw() {
    frame = undefined
    session.update()
    const entries = session.entries()
    render(
      <Actions.Provider value={actions}>
        <App
          {...{ entries, state: panel, tiles }}
          onState={setLook}
          onClear={clear}
          onClose={close}
        />
      </Actions.Provider>,
      host.mount,
    )
  }

  const redraw = () => {
    frame ??= window.requestAnimationFrame(draw)
  }

  const onLeave = () =>
    writeSavedState(storage, { panel, entries: session.entriesToSave(window.location.href) })

  /** The page was restored from the back/forward cache, and the panel was closed on another page in the meantime. */
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !readSavedState(storage).isContinued) close()
  }

  function close() {
    tag.watch()
    layer.stop()
    if (frame !== undefined) window.cancelAnimationFrame(frame)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener('pageshow', onReturn)
    render(null, host.mount)
    host.remove()
    forgetSavedState(storage)
    onClose()
  }

  function focus() {
    setLook({ isFolded: false })
    host.focus()
  }

  window.addEventListener('pagehide', onLeave)
  window.addEventListener('pageshow', onReturn)
  host.onEscape(close)
  tag.watch(redraw)
  setLook({})
  // A panel that reopens on each page must not take the focus every time.
  if (!saved.isContinued) focus()
  return { focus, close }
}
