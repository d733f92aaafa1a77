/** How people put a thing, and the plain form that the reader knows; each is applied in turn. */
const paraphrases: readonly (readonly [RegExp, string])[] = [
  // "Don't you have red ones?" asks for them.
  [
    /(^|[.!?,]\s*)(do|does|is|are|has|have|would|could|ca|wo)n't (you|there|it|this|that|they|i|we)\b/gi,
    '$1 $3',
  ],
  [/\b(what|how|where|who|when|that|there)s\b/gi, '$1 is'],
  [/\bu\b/gi, 'you'],
  [
    /\b(b-?day|christmas|xmas|valentine'?s?|easter|wedding|housewarming) (?=(gifts?|presents?)\b)/gi,
    '',
  ],
  [/\byou (guys|people|folks|lot)\b/gi, 'you'],
  [/\b(i am|i'm|im|we are|we're) after\b/gi, 'looking for'],
  [/\b(it|they|this|these|those|that) works?\b/gi, '$1'],
  [/\b(take (off|away|out)|get rid of)\b/gi, 'remove'],
  [
    /([\p{L}-]+),? (?:is|are|was|were) (?:no (?:good|use|go)|not (?:good|ok(?:ay)?|right|for (?:me|him|her|us)|an option|my (?:thing|style))|out|a no(?:-go)?)(?![\p{L}])/giu,
    ', not $1 ,',
  ],
  [
    /\b(anything but|everything but|all but|any except|other than|apart from|aside from|rather than|instead of|not (a fan of|keen on|into)|allergic to|(can't|cannot|can not|cant) (stand|wear|bear|have)|nothing (in|with|from|made of)|(has|have|had|got|owns?) (enough|plenty|lots)( of)?|enough( of)?)\b/gi,
    'not',
  ],
  // "Without leather and suede" is without either.
  [/\b(without|except|excluding) ([\p{L}-]+) and (?=[\p{L}-]+)/giu, '$1 $2 or '],
  [/\b(shoe|dress|waist|collar|clothes) size\b/gi, 'size'],
]

/** "No heels, boots or sandals". */
const UNWANTED_LIST =
  /\b(no|not|without|except|excluding)((?:\s[\p{L}-]+){1,2}(?:,(?:\s[\p{L}-]+){1,2})+,?\s(?:or|nor|and)\s)/giu

/** A message with its turns of speech in the plain form: "linen is no good" as "not linen". */
export const plainly = (message: string): string =>
  paraphrases
    .reduce((text, [pattern, plain]) => text.replace(pattern, plain), message)
    .replace(
      UNWANTED_LIST,
      (_, not: string, list: string) =>
        `${not}${list.replace(/,?\s(or|nor|and)\s$/i, ' or ').replaceAll(',', ' or')}`,
    )
