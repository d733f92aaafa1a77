/** Common names of colours that a catalogue calls by finer names. */
export const colourFamilies: Readonly<Record<string, readonly string[]>> = {
  green: ['Forest', 'Olive', 'Sage', 'Mint', 'Khaki', 'Emerald', 'Lime'],
  yellow: ['Mustard', 'Gold', 'Lemon'],
  orange: ['Rust', 'Coral', 'Apricot'],
  purple: ['Plum', 'Lilac', 'Violet', 'Lavender', 'Aubergine'],
  violet: ['Plum', 'Lilac', 'Lavender', 'Purple'],
  beige: ['Sand', 'Camel', 'Cream', 'Taupe', 'Ecru'],
  tan: ['Camel', 'Sand', 'Cognac'],
  turquoise: ['Teal', 'Aqua'],
  rose: ['Pink', 'Blush'],
  blue: ['Navy', 'Sky', 'Denim', 'Indigo', 'Azure'],
  red: ['Burgundy', 'Crimson', 'Scarlet'],
  grey: ['Anthracite', 'Charcoal', 'Silver', 'Slate'],
  white: ['Ivory', 'Cream', 'Off-White'],
  brown: ['Chocolate', 'Cognac', 'Camel'],
}
