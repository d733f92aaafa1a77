import { observedAttributes, selector } from '../../../../track/attributes'
import { elementName, everywhere } from '../../page-elements'
import { type Box, draw, type Outline } from './draw'
import { createInWindow, type OutlineFacts, outlineOf } from './outlines'
import type { TileCounts } from './tile-state'

/** How long changes of the page are collected before it is searched again. */
const GATHER_MS = 500

/** How often the counts are reported. Drawing happens on every frame. */
const COUNT_MS = 250

const HIGHLIGHT = '#c026d3'

/**
 * Creates the outlines on the page, drawn on a canvas on top of it. They cost nothing until used.
 *
 * @param known - What the panel knows of the page's elements.
 * @param onCounts - Gets the visible tiles by state, several times a second while the outlines are shown.
 */
export function createLayer(
  canvas: HTMLCanvasElement,
  known: Pick<OutlineFacts, 'isClicked' | 'lossOn'>,
  onCounts: (counts: TileCounts) => void,
) {
  let outlined: ReturnType<typeof watchAttributes> | undefined
  let highlighted: readonly Element[] = []
  let frame: number | undefined
  let countedAt = 0

  function marks(now: number): Outline[] {
    const drawn = [...(outlined?.elements() ?? [])].flatMap((element) => {
      const box = element.getBoundingClientRect()
      return isInWindow(box) ? outlineOf(element, { ...known, box, now }) : []
    })
    if (outlined && now - countedAt > COUNT_MS) {
      countedAt = now
      onCounts(countsOf(drawn))
    }
    return [...drawn, ...highlighted.map(heavily)]
  }

  function paint() {
    frame = undefined
    outlined?.advance()
    draw(canvas, marks(Date.now()))
    // One extra frame clears the canvas.
    if (outlined || highlighted.length > 0) repaint()
  }

  const repaint = () => {
    frame ??= requestAnimationFrame(paint)
  }

  return {
    /** Outlines all marked elements, with the state of each tile. */
    set(isOn: boolean) {
      if (isOn === Boolean(outlined)) return
      outlined?.stop()
      outlined = isOn ? watchAttributes() : undefined
      repaint()
    },
    /** Highlights these elements until the next call. */
    highlight(elements: readonly Element[]) {
      highlighted = elements
      repaint()
    },
    stop() {
      outlined?.stop()
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}

const markedElements = () =>
  everywhere(selector('query', 'page', 'facet', 'product', 'cart', 'search', 'order'))

const isInWindow = ({ left, top, width, height }: Box) =>
  width > 0 &&
  height > 0 &&
  left < innerWidth &&
  left + width > 0 &&
  top < innerHeight &&
  top + height > 0

const heavily = (element: Element): Outline => ({
  box: element.getBoundingClientRect(),
  colour: HIGHLIGHT,
  label: elementName(element),
  labelAt: 'above',
  style: 'heavy',
})

function countsOf(outlines: readonly Outline[]): TileCounts {
  const counts: Record<string, number> = {}
  for (const { kind } of outlines) if (kind) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Follows changes of the page. */
function watchAttributes() {
  const inWindow = createInWindow()
  let timer: number | undefined

  function update() {
    timer = undefined
    inWindow.set(markedElements())
  }
  const changes = new MutationObserver(() => {
    timer ??= window.setTimeout(update, GATHER_MS)
  })
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: [...observedAttributes()],
  })
  update()

  return {
    elements: inWindow.elements,
    advance: inWindow.advance,
    stop() {
      window.clearTimeout(timer)
      changes.disconnect()
      inWindow.stop()
    },
  }
}
