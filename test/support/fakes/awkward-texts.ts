/** Texts that a careless encoder changes: reserved characters, half-encoded ones, other scripts, emoji. */
export const awkwardTexts = [
  'a & b',
  'x > y <z>',
  '"q"',
  "it's",
  '1+1=2',
  '100 %',
  '%22',
  '\\',
  '#?/',
  ']]>',
  'Größe',
  'обувь',
  '靴',
  '👟 🇺🇦',
]
