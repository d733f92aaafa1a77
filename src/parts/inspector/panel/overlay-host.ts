import { styles } from './styles'

/** Events that stop at the panel, so that typing in its search field does not trigger the page's shortcuts. */
const PRIVATE =
  'keydown keyup keypress input change click auxclick dblclick submit focusin focusout pointerdown pointerup mousedown mouseup touchstart touchend wheel paste copy'.split(
    ' ',
  )

/** The width of the panel, as in its styles, and of a window in which a page fits beside it. */
const PANEL_PX = 420
const FITS_PX = 1_100

/**
 * Creates the panel's own element, whose inside the page cannot reach, over the page. It is at the end of the document, outside of the body,
 * which some shops replace.
 */
export function createOverlayHost() {
  const before = document.activeElement
  const host = document.createElement('svc-inspector')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]

  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  const mount = document.createElement('div')
  root.append(canvas, mount)
  for (const type of PRIVATE)
    mount.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
  document.documentElement.append(host)
  // A stylesheet of its own, because the shop's elements stay as they are.
  const room = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room]

  return {
    /** Covers the window and lets pointer events through. */
    canvas,
    /** The element that holds the panel. */
    mount,
    /** Makes the page narrower by the panel where both fit side by side, so that the panel covers nothing. `undefined` for a folded panel. */
    makeRoom: (side: 'left' | 'right' | undefined) =>
      room.replaceSync(
        side
          ? `@media (min-width: ${FITS_PX}px) { html { margin-${side}: ${PANEL_PX}px !important } }`
          : '',
      ),
    /** Whether the window is as narrow as a phone's. */
    isNarrow: () => matchMedia('(max-width: 640px)').matches,
    focus: () => mount.querySelector<HTMLElement>('header button')?.focus({ preventScroll: true }),
    onEscape(close: () => void) {
      mount.addEventListener('keydown', (event) => {
        const { value } = event.target as { value?: string }
        // In a search field Escape clears the text first.
        if (event.key === 'Escape' && !value) close()
      })
    },
    /** Removes the panel and restores the focus. */
    remove() {
      host.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== room)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
  }
}
