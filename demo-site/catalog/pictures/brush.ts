import type { Tone } from './tone.ts'

/** Draws one kind of thing, 400 wide and 480 high; `look` 0 to 5 varies its pattern. */
export type Drawing = (tone: Tone, look: number) => string

/** A filled shape with light from the left. */
export const solid = (path: string, fill: string): string =>
  `<path d="${path}" fill="${fill}"/><path d="${path}" fill="url(#volume)"/>`

/** A flat shape, for panels and small parts. */
export const flat = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`

/** A thin seam or fold. */
export const seam = (path: string, tone: Tone): string =>
  `<path d="${path}" fill="none" stroke="${tone.deep}" stroke-opacity=".45" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`

/** Stitches along a seam. */
export const stitch = (path: string, colour: string): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity=".8" stroke-width="1.6" stroke-dasharray="5 4"/>`

/** A stroke of constant width: straps, handles, cords. */
export const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The soft shadow of something that lies flat. */
export const shadow = (path: string): string =>
  `<path d="${path}" transform="translate(7 11)" fill="#2a1d10" opacity=".1"/>`

/** The shadow of something that stands on the ground. */
export const ground = (y: number, width: number): string =>
  `<ellipse cx="200" cy="${y}" rx="${width / 2}" ry="${width / 18}" fill="#2a1d10" opacity=".13"/>`

const stripesAt = (from: number, step: number, height: number) =>
  Array.from(
    { length: Math.ceil((440 - from) / step) },
    (_, place) => `<rect y="${from + place * step}" width="400" height="${height}"/>`,
  ).join('')

const columns = (step: number, width: number) =>
  Array.from(
    { length: Math.ceil(400 / step) },
    (_, place) => `<rect x="${place * step}" width="${width}" height="480"/>`,
  ).join('')

const dots = (step: number, radius: number) =>
  Array.from({ length: Math.ceil(480 / step) }, (_, row) =>
    Array.from({ length: Math.ceil(400 / step) + 1 }, (_, column) => {
      const x = column * step + (row % 2 === 0 ? 0 : step / 2)
      return `<circle cx="${x}" cy="${row * step}" r="${radius}"/>`
    }).join(''),
  ).join('')

/** Six patterns: plain twice, so that a shelf stays calm. */
function pattern({ light, shade }: Tone, look: number): string {
  const painted = [
    '',
    `<g fill="${light}">${stripesAt(40, 34, 12)}</g>`,
    '',
    `<g fill="${light}" opacity=".8">${dots(30, 4)}</g>`,
    `<g fill="${shade}" opacity=".6">${stripesAt(20, 44, 20)}${columns(44, 20)}</g>`,
    `<g fill="${light}">${stripesAt(212, 500, 46)}</g>`,
  ]
  return painted[look] ?? ''
}

/** A piece of cloth: its shadow, its colour, its pattern cut to the shape, light from the left. */
export function cloth(path: string, tone: Tone, look: number): string {
  return (
    `${shadow(path)}<clipPath id="cut"><path d="${path}"/></clipPath>${flat(path, tone.base)}` +
    `<g clip-path="url(#cut)">${pattern(tone, look)}</g><path d="${path}" fill="url(#volume)"/>`
  )
}
