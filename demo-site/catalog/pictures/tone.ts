/** The shades that a thing of one colour is drawn with, as hex colours. */
export interface Tone {
  readonly base: string
  /** Towards white: where light falls. */
  readonly light: string
  /** A panel or a fold. */
  readonly shade: string
  /** Seams and openings. */
  readonly deep: string
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** `share` of the way from one hex colour to another. */
function mixed(from: string, to: string, share: number): string {
  const target = channels(to)
  const parts = channels(from).map((value, place) =>
    Math.round(value + ((target[place] ?? 0) - value) * share),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Shades of one hex colour; a very dark one gets lighter seams, so that they can be seen. */
export function toneOf(hex: string): Tone {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  const isDark = red + green + blue < 200
  return {
    base: hex,
    light: mixed(hex, '#ffffff', isDark ? 0.16 : 0.3),
    shade: mixed(hex, '#14110f', isDark ? 0.35 : 0.16),
    deep: isDark ? mixed(hex, '#ffffff', 0.3) : mixed(hex, '#14110f', 0.42),
  }
}
