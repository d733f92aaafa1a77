/** A turn of phrase that means one thing, whatever words it is made of. */
export type Phrase =
  | 'restart'
  | 'more'
  | 'greeting'
  | 'thanks'
  | 'help'
  | 'cheapest'
  | 'dearest'
  | 'cheaper'
  | 'dearer'
  | 'best'
  | 'isNew'
  | 'isOnSale'
  | 'anyPrice'
  | 'addition'
  | 'correction'

/** In this order: "most expensive" must be gone before "expensive" is looked for. */
const patterns: readonly (readonly [Phrase, RegExp])[] = [
  [
    'restart',
    /\b(start (over|again|from scratch|anew)|begin again|new search|forget (everything|all|that|it all)|never ?mind|reset|clear (all|everything))\b/gi,
  ],
  [
    'more',
    /^\W*((can i |i want to |let me )?(see|show( me)?|give me|any|got( any)?)\s+)?(some )?(more|others|next)( (ones|products|results|options|please|page|of (them|these|those)))*\W*$/gi,
  ],
  ['greeting', /^\W*(hi|hello|hey|howdy|good (morning|afternoon|evening|day))\b/gi],
  ['thanks', /\b(thanks( a lot)?|thank you( very much)?|thx|cheers|bye|goodbye)\b/gi],
  [
    'help',
    /\b(help( me)?|what can you do|how does this work|what do you (sell|have|offer)|(who|what) are you|are you (a |an )?(robot|bot|human|real|ai|machine|person))\b/gi,
  ],
  ['cheapest', /\b(cheapest|least expensive|lowest[- ]priced?|most affordable)\b/gi],
  ['dearest', /\b(most expensive|priciest|highest[- ]priced?|dearest)\b/gi],
  [
    'cheaper',
    /\b(cheaper|less expensive|more affordable|lower[- ]priced?|(too|so) (expensive|dear|pricey))\b/gi,
  ],
  [
    'dearer',
    /\b(more expensive|pricier|dearer|more premium|higher[- ](end|priced?)|(too|so) cheap)\b/gi,
  ],
  [
    'best',
    /\b(best([- ](rated|reviewed|selling))?|(top|highest)[- ]rated|most popular|popular)\b/gi,
  ],
  ['isNew', /\b(new arrivals?|new in|newest|latest|brand new|what'?s new)\b/gi],
  ['isOnSale', /\b((on|in the) sale|reduced|discount(ed|s)?|offers|deals|bargains?)\b/gi],
  [
    'anyPrice',
    /\b((at |for )?any price|no (price )?limit|(whatever|no matter|forget( about)?|ignore|without) (the |a )?price( limit)?|(the )?(price|money|budget) (is|does)(n'?t| not| no) (matter|important|(an )?object))\b/gi,
  ],
  // "No, boots": what follows is wanted.
  [
    'correction',
    /\b(i('ve| have)? )?changed? my mind\b|^\W*(oh )?(no|nope|nah|actually)\s*[,.;:!]\s*/gi,
  ],
  ['addition', /\b(also|too|as well|in addition|additionally)\b|^\W*or\b/gi],
]

/** The turns of phrase in a text, and the text without them. */
export function takePhrases(text: string): { found: ReadonlySet<Phrase>; rest: string } {
  const found = new Set<Phrase>()
  let rest = text.replaceAll('’', "'")
  for (const [phrase, pattern] of patterns) {
    const without = rest.replace(pattern, ' , ')
    if (without !== rest) found.add(phrase)
    rest = without
  }
  return { found, rest }
}
