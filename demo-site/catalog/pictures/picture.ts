import { colours } from '../colours.ts'
import { drawings } from './drawings.ts'

type Tone = ReturnType<typeof toneOf>

const backdrops = ['#f3efe8', '#eceef0', '#f1ece9', '#ebefe9', '#f2eee4', '#edebf0']

const volume =
  '<linearGradient id="volume"><stop stop-color="#fff" stop-opacity=".22"/>' +
  '<stop offset=".45" stop-color="#fff" stop-opacity="0"/>' +
  '<stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>'

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The colour at `share` of the way from one hex colour to another. */
function mixed(from: string, to: string, share: number): string {
  const target = channels(to)
  const parts = channels(from).map((value, place) =>
    Math.round(value + ((target[place] ?? 0) - value) * share),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Very dark colours get lighter seams, so that the seams are visible. */
function toneOf(hex: string) {
  const isDark = channels(hex).reduce((sum, channel) => sum + channel, 0) < 200
  return {
    base: hex,
    light: mixed(hex, '#ffffff', isDark ? 0.16 : 0.3),
    shade: mixed(hex, '#14110f', isDark ? 0.35 : 0.16),
    deep: isDark ? mixed(hex, '#ffffff', 0.3) : mixed(hex, '#14110f', 0.42),
  }
}

const stripes = (step: number, width: number, isUpright = false) =>
  Array.from({ length: Math.ceil(480 / step) }, (_, place) =>
    isUpright
      ? `<path d="M${place * step} 0h${width}v480h-${width}z"/>`
      : `<path d="M0 ${place * step}h400v${width}h-400z"/>`,
  ).join('')

/** Two of the six looks are plain, so that a list looks calm. */
const patternOf = ({ light, shade }: Tone, look: number) =>
  [
    '',
    `<g fill="${light}">${stripes(34, 12)}</g>`,
    '',
    `<g fill="${light}" opacity=".7">${stripes(30, 6, true)}</g>`,
    `<g fill="${shade}" opacity=".6">${stripes(44, 20)}${stripes(44, 20, true)}</g>`,
    `<path d="M0 212h400v46H0z" fill="${light}"/>`,
  ][look]

function drawn(line: string, tone: Tone, look: number): string {
  const [, brush, width, name, path] = /^(\w+)(?:-(\d+))? (\S+) (.*)$/.exec(line) ?? []
  if (brush === 'ground')
    return `<ellipse cx="200" cy="${name}" rx="${Number(path) / 2}" ry="${Number(path) / 18}" fill="#2a1d10" opacity=".13"/>`
  const colour = name?.startsWith('#') ? name : tone[name as keyof Tone]
  const fill = `<path d="${path}" fill="${colour}"/>`
  const light = `<path d="${path}" fill="url(#volume)"/>`
  const stroke = (more: string) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
  if (brush === 'solid') return fill + light
  if (brush === 'stroke') return stroke(`stroke-width="${width}"`)
  if (brush === 'seam') return stroke('stroke-width="2" stroke-opacity=".45"')
  if (brush === 'stitch') return stroke('stroke-width="1.6" stroke-dasharray="5 4"')
  if (brush === 'flat') return fill
  return (
    `<path d="${path}" transform="translate(7 11)" fill="#2a1d10" opacity=".1"/>` +
    `<clipPath id="cut"><path d="${path}"/></clipPath>${fill}<g clip-path="url(#cut)">${patternOf(tone, look)}</g>${light}`
  )
}

/**
 * The SVG text of a product picture, 400 by 480; `undefined` if no picture has this name. The name contains everything to draw: kind,
 * colour and one of six looks, as in `sneaker-navy-3`. Pictures therefore need no catalogue and can be cached forever.
 */
export function picture(name: string): string | undefined {
  const [, kind = '', slug, digit] = /^([a-z]+)-([a-z-]+)-([0-5])$/.exec(name) ?? []
  const drawing = Object.hasOwn(drawings, kind) ? drawings[kind] : undefined
  const colour = colours.find((candidate) => candidate.slug === slug)
  if (!drawing || !colour) return undefined
  const tone = toneOf(colour.hex)
  const look = Number(digit)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 480" width="400" height="480">${volume}` +
    `<rect width="400" height="480" fill="${backdrops[look]}"/>` +
    `${drawing.map((line) => drawn(line, tone, look)).join('')}</svg>`
  )
}
