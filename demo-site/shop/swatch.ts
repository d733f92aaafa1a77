import { colours } from '../catalog/colours'

/** The inline style that paints a colour's swatch; a neutral one for a colour we do not know. */
export function swatchStyle(name: string): string {
  if (name === 'Black & White')
    return 'background: linear-gradient(135deg, #2a2b2e 50%, #f4f3ef 50%)'
  const hex = colours.find((colour) => colour.name === name)?.hex ?? '#c8c4bd'
  return `background: ${hex}`
}
