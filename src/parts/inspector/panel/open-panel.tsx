import { render } from 'preact'
import { onNote } from '../../../log/event-log'
import { explainedEntries } from '../../calls/explain'
import { tabStorage } from '../../calls/inspection'
import { App } from './app'
import { createLayer } from './overlay/overlay'
import type { TileCounts } from './overlay/tile-state'
import { createOverlayHost } from './overlay-host'
import { forgetSavedState, type PanelState, readSavedState, writeSavedState } from './saved-state'
import { createSession } from './session'
import { Actions, type PanelActions } from './widgets'

/** How long a requested element stays outlined. */
const SHOWN_MS = 4_000

/** The open panel. */
export type Panel = ReturnType<typeof openPanel>

/**
 * Opens the panel over the page.
 *
 * @param onClose - Called when the panel is closed, by the person or by code.
 */
export function openPanel(onClose: () => void) {
  const saved = readSavedState(tabStorage)
  const session = createSession(explainedEntries, saved.entries)
  const host = createOverlayHost()
  let { panel } = saved
  let tiles: TileCounts | undefined
  let frame: number | undefined
  let timer: number | undefined

  const layer = createLayer(host.canvas, session, (counts) => {
    tiles = counts
    redraw()
  })

  /** Moves the panel aside, because an element behind it cannot be shown. */
  function makeRoomFor(element: Element) {
    const { left, width } = element.getBoundingClientRect()
    const isLeft = left + width / 2 < innerWidth / 2
    setLook(host.isNarrow() ? { isFolded: true } : { side: isLeft ? 'right' : 'left' })
  }

  const actions: PanelActions = {
    highlight: layer.highlight,
    show(element) {
      makeRoomFor(element)
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      layer.highlight([element])
      window.clearTimeout(timer)
      timer = window.setTimeout(() => layer.highlight([]), SHOWN_MS)
    },
  }

  function setLook(change: Partial<PanelState>) {
    panel = { ...panel, ...change }
    layer.set(panel.isLayerOn)
    host.makeRoom(panel.isFolded ? undefined : panel.side)
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
    frame ??= requestAnimationFrame(draw)
  }

  const onLeave = () =>
    writeSavedState(tabStorage, { panel, entries: session.entriesToSave(location.href) })

  /** The page was restored from the back/forward cache, and the panel was closed on another page in the meantime. */
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !readSavedState(tabStorage).isContinued) close()
  }

  const unwatch = onNote(redraw)

  /** Removes the panel completely. */
  function close() {
    unwatch()
    layer.stop()
    if (frame !== undefined) cancelAnimationFrame(frame)
    removeEventListener('pagehide', onLeave)
    removeEventListener('pageshow', onReturn)
    render(null, host.mount)
    host.remove()
    forgetSavedState(tabStorage)
    onClose()
  }

  /** Unfolds the panel and focuses it. */
  function focus() {
    setLook({ isFolded: false })
    host.focus()
  }

  addEventListener('pagehide', onLeave)
  addEventListener('pageshow', onReturn)
  host.onEscape(close)
  setLook({})
  // A panel that reopens on each page must not take the focus every time.
  if (!saved.isContinued) focus()
  return { focus, close }
}
