/** A colour: its name in the feed, its appearance, and its name in a picture's URL. */
export interface Colour {
  readonly name: string
  readonly hex: string
  readonly slug: string
}

const hexByName = {
  Black: '#2a2b2e',
  White: '#f4f3ef',
  Grey: '#9a9c9e',
  Cream: '#eadfc8',
  Sand: '#cdb694',
  Camel: '#b58653',
  Brown: '#6b4a35',
  Rust: '#b4552d',
  Red: '#b93a3a',
  Burgundy: '#6d2436',
  Pink: '#dba2ab',
  Plum: '#6c4a6b',
  Lilac: '#b5a5cd',
  Navy: '#27364f',
  Blue: '#3f6ca3',
  Sky: '#9dbcd4',
  Teal: '#2f6f72',
  Forest: '#2f5140',
  Olive: '#6f7146',
  Sage: '#a4b39a',
  Mustard: '#cf9b34',
  'Black & White': '#55565a',
} as const

/** Every colour of the catalogue, from dark to light within each family. */
export const colours: readonly Colour[] = Object.entries(hexByName).map(([name, hex]) => ({
  name,
  hex,
  slug: name.toLowerCase().replaceAll(' & ', '-and-'),
}))

/** The colours that a common word means beside its own. */
export const families: ReadonlyMap<string, readonly string[]> = new Map([
  ['beige', ['Cream', 'Sand', 'Camel']],
  ['blue', ['Navy', 'Sky', 'Teal']],
  ['brown', ['Camel', 'Rust']],
  ['green', ['Forest', 'Olive', 'Sage']],
  ['purple', ['Plum', 'Lilac']],
  ['red', ['Burgundy', 'Rust']],
  ['yellow', ['Mustard']],
])
