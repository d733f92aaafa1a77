import type { TileKind } from './tile-state'

/** One outline on the page. */
export interface Outline {
  readonly box: Box
  readonly colour: string
  readonly label: string
  /** A label above the box hides nothing inside it. */
  readonly labelAt: 'inside' | 'above'
  readonly style: 'solid' | 'dashed' | 'heavy'
  /** The state of a tile. */
  readonly kind?: TileKind
  /** From 0 to 1: a bar along the lower edge. */
  readonly progress?: number
}

export type Box = Pick<DOMRectReadOnly, 'left' | 'top' | 'width' | 'height'>

const FONT = '600 11px system-ui, sans-serif'
const LABEL_HEIGHT = 16
const BAR_HEIGHT = 4

/** Redraws all outlines on a canvas that covers the window. */
export function draw(canvas: HTMLCanvasElement, outlines: readonly Outline[]) {
  const scale = devicePixelRatio
  const { clientWidth: width, clientHeight: height } = canvas
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.clearRect(0, 0, width, height)
  pen.font = FONT
  pen.textBaseline = 'middle'
  for (const outline of outlines) drawOutline(pen, outline)
}

function drawOutline(pen: CanvasRenderingContext2D, outline: Outline) {
  const { box, colour, style, progress } = outline
  const { left, top, width, height } = box
  const line = style === 'heavy' ? 4 : 2

  // A white border separates the outline from any picture.
  pen.setLineDash(style === 'dashed' ? [6, 4] : [])
  strokeBox(pen, box, 'rgba(255,255,255,.85)', line + 2)
  strokeBox(pen, box, colour, line)
  if (progress !== undefined) {
    pen.fillStyle = colour
    pen.fillRect(left, top + height - BAR_HEIGHT, width * progress, BAR_HEIGHT)
  }
  drawLabel(pen, outline)
}

function strokeBox(pen: CanvasRenderingContext2D, box: Box, colour: string, line: number) {
  pen.strokeStyle = colour
  pen.lineWidth = line
  pen.strokeRect(box.left, box.top, box.width, box.height)
}

/** A tile this low is a line of text, whose name or price a label inside would cover. */
const LOW_TILE = 60

/** The top of a label. A tile's label stays at the tile's corner, over the picture: moved into the window, it would cover the price. */
function topOf({ box, labelAt }: Outline): number {
  if (labelAt === 'inside') return box.height < LOW_TILE ? box.top - LABEL_HEIGHT : box.top
  return Math.min(Math.max(0, box.top - LABEL_HEIGHT), box.top + box.height - LABEL_HEIGHT)
}

/** Draws a label at the upper left corner. The label of a list stays visible even if its corner is not. */
function drawLabel(pen: CanvasRenderingContext2D, outline: Outline) {
  const { box, colour, label } = outline
  if (!label) return
  const width = pen.measureText(label).width + 10
  const left = Math.max(0, box.left)
  const top = topOf(outline)
  pen.fillStyle = colour
  pen.fillRect(left, top, width, LABEL_HEIGHT)
  pen.fillStyle = '#fff'
  pen.fillText(label, left + 5, top + LABEL_HEIGHT / 2)
}
