/** Texts that a careless encoder would change: reserved characters, partly encoded ones, other scripts, emoji. */
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
