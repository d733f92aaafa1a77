import * as Plot from '@observablehq/plot'

/** By place in the list of contenders: what is written by hand is grey, and the tag stands out. */
const LOOKS = [
  { colour: '#8c959f', symbol: 'circle' },
  { colour: '#8c959f', symbol: 'square' },
  { colour: '#8c959f', symbol: 'triangle' },
  { colour: '#2f81f7', symbol: 'star' },
  { colour: '#d9822b', symbol: 'diamond' },
  { colour: '#bf4ad0', symbol: 'square' },
  { colour: '#2da44e', symbol: 'triangle' },
  { colour: '#e5534b', symbol: 'circle' },
]

const STYLE = `
  .ground { fill: #fff } text { fill: #1f2328 } .own, .own text { fill: #0969da; font-weight: 600 }
  text { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 12px }
  .heading { font-size: 16px; font-weight: 600 } .quiet { opacity: .75 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .own, .own text { fill: #4493f8 }
  }`

const WIDTH = 1_000
const HEAD = 116
const ROW = 42

const element = (name, attributes, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Two digits that count. */
const amount = (ms) => `${Number(Math.max(ms, 0).toPrecision(2)).toLocaleString('en')} ms`

function legend(who) {
  const places = [16, 286, 536, 776]
  return Plot.plot({
    width: WIDTH,
    height: 48,
    margin: 0,
    axis: null,
    x: { domain: [0, WIDTH], range: [0, WIDTH] },
    y: { domain: [0, 48], range: [0, 48] },
    marks: [
      Plot.dot(who, {
        x: (_, index) => places[index % 4],
        y: (_, index) => 12 + Math.floor(index / 4) * 24,
        fill: (_, index) => LOOKS[index].colour,
        symbol: (_, index) => LOOKS[index].symbol,
        r: 5,
      }),
      Plot.text(who, {
        x: (_, index) => places[index % 4] + 12,
        y: (_, index) => 12 + Math.floor(index / 4) * 24,
        text: (name) => name,
        textAnchor: 'start',
      }),
    ],
    symbol: { type: 'identity' },
    color: { type: 'identity' },
  })
}

function plot(rows, who, own, height) {
  const looks = new Map(who.map((name, index) => [name, LOOKS[index]]))
  const cells = rows.flatMap(({ name, cells }) =>
    cells
      .filter(({ ms }) => ms !== undefined)
      .map((cell) => ({ ...cell, row: name, ms: Math.max(cell.ms, 0.1) })),
  )
  const owns = rows.map(({ name, cells }) => {
    const { ms } = cells.find((cell) => cell.who === own) ?? {}
    return { row: name, text: ms === undefined ? '' : amount(ms) }
  })
  const most = Math.ceil(Math.log10(Math.max(...cells.map(({ ms }) => ms))))
  const powers = Array.from({ length: most + 2 }, (_, index) => 10 ** (index - 1))
  return Plot.plot({
    width: WIDTH,
    height,
    marginLeft: 318,
    marginRight: 90,
    marginTop: 4,
    marginBottom: 28,
    x: {
      type: 'log',
      domain: [0.1, 10 ** most],
      label: null,
      ticks: powers,
      tickFormat: (ms) => ms.toLocaleString('en'),
      tickSize: 0,
    },
    y: { axis: null, domain: who, padding: 0.6 },
    fy: { domain: rows.map(({ name }) => name), label: null, padding: 0.12 },
    symbol: { type: 'identity' },
    color: { type: 'identity' },
    marks: [
      Plot.frame({ stroke: null, fill: '#888', fillOpacity: 0.07 }),
      Plot.gridX(powers, { stroke: '#888', strokeOpacity: 0.35 }),
      Plot.axisFy({ tickSize: 0, lineWidth: 28, fontSize: 12, fill: null }),
      Plot.dot(cells, {
        x: 'ms',
        y: 'who',
        fy: 'row',
        fill: ({ who: name, isCut }) => (isCut ? 'none' : looks.get(name).colour),
        stroke: ({ who: name }) => looks.get(name).colour,
        strokeWidth: 1.5,
        symbol: ({ who: name }) => looks.get(name).symbol,
        r: ({ who: name }) => (name === own ? 6 : 4.5),
      }),
      Plot.text(owns, {
        className: 'own',
        fy: 'row',
        text: 'text',
        frameAnchor: 'right',
        textAnchor: 'end',
        dx: 82,
      }),
    ],
    r: { type: 'identity' },
  })
}

const at = (x, y, part) => {
  part.setAttribute('x', x)
  part.setAttribute('y', y)
  // The colours of the ground are the drawing's own, not the library's.
  for (const style of part.querySelectorAll('style')) style.remove()
  return part
}

/** The whole drawing as text: rows of cells, on a scale by powers of ten, the contender `own` made to stand out. */
window.draw = ({ rows, who, own, title, description }) => {
  const height = rows.length * ROW + 34
  const text = (x, y, className, words) => element('text', { x, y, class: className }, words)
  const whole = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${HEAD + height}`,
      width: WIDTH,
      height: HEAD + height,
      role: 'img',
      'aria-labelledby': 'title description',
    },
    element('title', { id: 'title' }, title),
    element('desc', { id: 'description' }, description),
    element('style', {}, STYLE),
    element('rect', { class: 'ground', width: WIDTH, height: HEAD + height, rx: 8 }),
    text(16, 28, 'heading', title),
    text(
      16,
      46,
      'quiet',
      'milliseconds of processor time of the main thread, a scale by powers of ten; less is better; hollow: not done in time',
    ),
    at(0, 52, legend(who)),
    element('text', { x: WIDTH - 8, y: HEAD - 2, class: 'own', 'text-anchor': 'end' }, own),
    at(0, HEAD, plot(rows, who, own, height)),
  )
  return new XMLSerializer().serializeToString(whole)
}
