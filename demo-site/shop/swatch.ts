import { colourFamilies } from '../../service/catalog/colour-families'
import { colours } from '../catalog/colours'

/** The colours of the catalogue that a text names: Navy, or for green all its greens. */
export function coloursIn(text: string): readonly string[] {
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const names = colours.map(({ name }) => name)
  const named = names.filter((name) => words.includes(name.toLowerCase()))
  const families = words.flatMap((word) =>
    Object.hasOwn(colourFamilies, word) ? (colourFamilies[word] ?? []) : [],
  )
  return [...named, ...families.filter((name) => names.includes(name))]
}

/** The inline style that paints a colour's swatch; a neutral one for a colour we do not know. */
export function swatchStyle(name: string): string {
  if (name === 'Black & White')
    return 'background: linear-gradient(135deg, #2a2b2e 50%, #f4f3ef 50%)'
  const hex = colours.find((colour) => colour.name === name)?.hex ?? '#c8c4bd'
  return `background: ${hex}`
}
