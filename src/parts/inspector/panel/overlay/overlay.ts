import type { Inspected } from '../../inspector-api'
import { elementName, everywhere } from '../../page-elements'
import { type Box, draw, type Outline } from './draw'
import { createInWindow, outlineOf } from './outlines'
import { type TileCounts, type TileKind, tiles } from './tile-state'

/** How long changes of the page are collected before it is searched again. */
const GATHER_MS = 500

/** How often the counts are reported. Drawing happens on every frame. */
const COUNT_MS = 250

const HIGHLIGHT = '#c026d3'

export interface LayerDeps {
  readonly window: Window & typeof globalThis
  readonly canvas: HTMLCanvasElement
  readonly tag: Inspected
  readonly isClicked: (pid: string) => boolean
  readonly onCounts: (counts: TileCounts) => void
}

/** The outlines on the page, drawn on a canvas on top of it. */
export interface Layer {
  /** Outlines all marked elements, with the state of each tile. */
  readonly set: (isOn: boolean) => void
  /** Highlights these elements until the next call. */
  readonly highlight: (elements: readonly Element[]) => void
  readonly stop: () => void
}

/** Creates the overlay, which draws nothing and costs nothing until used. */
export function createLayer({ window, canvas, tag, isClicked, onCounts }: LayerDeps): Layer {
  let outlined: ReturnType<typeof watchAttributes> | undefined
  let highlighted: readonly Element[] = []
  let frame: number | undefined
  let countedAt = 0

  function marks(now: number): Outline[] {
    const drawn = [...(outlined?.elements() ?? [])].flatMap((element) => {
      const box = element.getBoundingClientRect()
      return isIn(window, box)
        ? outlineOf(element, { box, tag, isClicked, now, dwellMs: dwellOf(tag) })
        : []
    })
    if (outlined && now - countedAt > COUNT_MS) {
      countedAt = now
      onCounts(countsOf(drawn.map(({ kind }) => kind)))
    }
    return [...drawn.map(({ outline }) => outline), ...highlighted.map(heavily)]
  }

  function paint() {
    frame = undefined
    outlined?.advance()
    draw(canvas, marks(window.Date.now()), window.devicePixelRatio)
    // One extra frame clears the canvas.
    if (outlined || highlighted.length > 0) repaint()
  }

  const repaint = () => {
    frame ??= window.requestAnimationFrame(paint)
  }

  return {
    set(isOn) {
      if (isOn === Boolean(outlined)) return
      outlined?.stop()
      outlined = isOn ? watchAttributes(window, tag) : undefined
      repaint()
    },
    highlight(elements) {
      highlighted = elements
      repaint()
    },
    stop() {
      outlined?.stop()
      if (frame !== undefined) window.cancelAnimationFrame(frame)
    },
  }
}

const elementsIn = (document: Document, { markup }: Inspected) =>
  everywhere(
    document,
    markup.selector('query', 'page', 'facet', 'product', 'cart', 'search', 'order'),
  )

const dwellOf = ({ settings: { impressions } }: Inspected) =>
  impressions === 'load' ? 0 : impressions.dwellMs

const isIn = ({ innerWidth, innerHeight }: Window, { left, top, width, height }: Box) =>
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

function countsOf(kinds: readonly (TileKind | undefined)[]): TileCounts {
  const counts = Object.fromEntries(Object.keys(tiles).map((kind) => [kind, 0])) as Record<
    TileKind,
    number
  >
  for (const kind of kinds) if (kind) counts[kind] += 1
  return counts
}

/** Follows changes of the page. */
function watchAttributes(window: LayerDeps['window'], tag: Inspected) {
  const inWindow = createInWindow(window)
  let timer: number | undefined

  function update() {
    timer = undefined
    inWindow.set(elementsIn(window.document, tag))
  }
  const changes = new window.MutationObserver(() => {
    timer ??= window.setTimeout(update, GATHER_MS)
  })
  changes.observe(window.document, {
    subtree: true,
    childList: true,
    attributeFilter: [...tag.markup.attributes],
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
