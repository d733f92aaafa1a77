import { styles } from './styles'

/** The panel's own element over the page. The page cannot reach what is inside. */
export interface OverlayHost {
  /** Covers the window and lets pointer events through. */
  readonly canvas: HTMLCanvasElement
  /** The element that holds the panel. */
  readonly mount: HTMLElement
  /** The window is as narrow as a phone's. */
  readonly isNarrow: () => boolean
  readonly focus: () => void
  readonly onEscape: (close: () => void) => void
  /** Removes the panel and restores the focus. */
  readonly remove: () => void
}

/** Events that stop at the panel, so that typing in its search field does not trigger the page's shortcuts. */
const PRIVATE =
  'keydown keyup keypress input change click auxclick dblclick submit focusin focusout pointerdown pointerup mousedown mouseup touchstart touchend wheel paste copy'.split(
    ' ',
  )

/** Creates it at the end of the document, outside of the body, which some shops replace. */
export function createOverlayHost(window: Window & typeof globalThis): OverlayHost {
  const { document } = window
  const before = document.activeElement
  const host = document.createElement('svc-inspector')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]

  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  const mount = document.createElement('div')
  root.append(canvas, mount)
  for (const type of PRIVATE)
    mount.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
  document.documentElement.append(host)

  return {
    canvas,
    mount,
    isNarrow: () => window.matchMedia('(max-width: 640px)').matches,
    focus: () => mount.querySelector<HTMLElement>('header button')?.focus({ preventScroll: true }),
    onEscape(close) {
      mount.addEventListener('keydown', (event) => {
        const { value } = event.target as { value?: string }
        // In a search field Escape clears the text first.
        if (event.key === 'Escape' && !value) close()
      })
    },
    remove() {
      host.remove()
      if (before instanceof window.HTMLElement) before.focus({ preventScroll: true })
    },
  }
}
