import { colours } from '../colours.ts'
import { accessories } from './accessories.ts'
import type { Drawing } from './brush.ts'
import { clothing } from './clothing.ts'
import { home } from './house-things.ts'
import { outdoor } from './outdoor.ts'
import { shoes } from './shoes.ts'
import { toneOf } from './tone.ts'

const drawings: Readonly<Record<string, Drawing>> = {
  ...clothing,
  ...shoes,
  ...accessories,
  ...outdoor,
  ...home,
}

const backdrops = ['#f3efe8', '#eceef0', '#f1ece9', '#ebefe9', '#f2eee4', '#edebf0']

const volume =
  '<linearGradient id="volume"><stop stop-color="#fff" stop-opacity=".22"/>' +
  '<stop offset=".45" stop-color="#fff" stop-opacity="0"/>' +
  '<stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>'

/**
 * The SVG text of a product picture, 400 by 480; `undefined` when no picture has this name.
 *
 * The name says all there is to draw, so that pictures need no catalogue and can be cached for
 * ever: kind, colour and one of six looks, as in `sneaker-navy-3`.
 */
export function picture(name: string): string | undefined {
  const [, kind = '', slug, digit] = /^([a-z]+)-([a-z-]+)-([0-5])$/.exec(name) ?? []
  const drawing = Object.hasOwn(drawings, kind) ? drawings[kind] : undefined
  const colour = colours.find((candidate) => candidate.slug === slug)
  if (!drawing || !colour) return undefined
  const look = Number(digit)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 480" width="400" height="480">${volume}` +
    `<rect width="400" height="480" fill="${backdrops[look]}"/>${drawing(toneOf(colour.hex), look)}</svg>`
  )
}
