/** A phrase that means the same in any of its wordings. */
export type Phrase = keyof typeof phrases

/** The order matters: "most expensive" has to be removed before "expensive" is searched for. */
const phrases = {
  restart:
    /\b(start (over|again|from scratch|anew)|begin again|new search|forget (everything|all|it all|about it)|never ?mind(?! (the|about|which)\b)|reset|clear (all|everything))\b/gi,
  more: /^\W*((can i |i want to |let me |do you have |have you )?(see|show( me)?|give me|any|got( any)?)\s+)?(some |the |what )?(more|others?|next|else)( (ones?|products|results|options|page|of (them|these|those)|do you have))*( please)?\W*$/gi,
  compare:
    /\b(compared?|comparison|differences? between|versus|vs|which (one |of them )?is better)\b/gi,
  cart: /\b((add|put|place|throw|drop) .*\b(cart|basket|bag|trolley)|i('ll| will| would like to|'d like to)? (take|buy|order|get) (it|this|that|them|both|the\b.*)|(buy|add) (it|this|that|them|now|the)|checkout|check out)\b/gi,
  similar:
    /\b(similar( (to|ones?|products|items))*|(more|something|anything|others|ones|stuff) like(?! an?\b)|(?<!(?:t|not|i|you|we|they|he|she|might|would|to) )like (this|that|it|these|those)( one)?)\b/gi,
  cheapest:
    /\b((the )?(cheapest|least expensive|lowest[- ]priced?|most affordable)( first| ones?)?|(with )?the lowest price|(sort(ed)?|order(ed)?)( them| these| it)? by price(?! desc|,? high)|price:? (low to high|ascending)|by price|low(est)? to high(est)?)\b/gi,
  dearest:
    /\b((the )?(most expensive|priciest|highest[- ]priced?|dearest)( first| ones?)?|(with )?the highest price|(sort(ed)? |order(ed)? )?by price,? (descending|desc|high(est)? (to low|first))|high(est)? to low(est)?)\b/gi,
  cheaper:
    /\b(cheaper|less (expensive|pricey|costly|dear)|more affordable|lower[- ]priced?|(too|so|bit) (expensive|dear|pricey|much)|costs? less)\b/gi,
  dearer:
    /\b(more expensive|pricier|dearer|more premium|higher[- ](end|priced?)|(too|so) cheap)\b/gi,
  best: /\b((the )?(best|highest|top)([- ](rated|reviewed|reviews?|ratings?|selling|stars))?( first| ones?)?|(sort(ed)? |order(ed)? )?by (rating|reviews?|stars|popularity)|most popular|popular)\b/gi,
  isNewTakenBack:
    /\b(remove|forget|drop|skip|ignore)( the| about)* new( (things?|ones|items))?(?=\W*$|,)/gi,
  isNew: /\b(new arrivals?|new in|newest|latest|brand new|what'?s new|anything new)\b/gi,
  isOnSaleTakenBack:
    /\b(remove|forget|drop|skip|ignore|without|no|not)( the| about| just| only| on)* (sales?|reduced|discount(ed|s)?|offers|deals)( (things?|ones|items|filter))?\b/gi,
  isOnSale:
    /\b((on|in the) sale|reduced|discount(ed|s)?|offers|deals|bargains?|sales?( items?)?)\b/gi,
  greeting: /^\W*(hi|hello|hey|howdy|good (morning|afternoon|evening|day))( there| all)?\b/gi,
  thanks: /\b(thanks( a lot| so much)?|thank you( very much| so much)?|thx|cheers|bye|goodbye)\b/gi,
  insult:
    /\b(useless|stupid|idiots?|idiotic|dumb|moron|rubbish|garbage|crap|shit|fuck\w*|suck|sucks|shut up|hate you|(you are|you're) (bad|terrible|awful|the worst))\b/gi,
  help: /\b(help( me)?(?! (find|choose|pick|with))|what can (you|i) (do|ask)|how does this work|what (do|can) you (sell|have|offer)(?=\W*$)|(who|what) are you\b|are you (a |an )?(robot|bot|human|real|ai|machine|person|chatbot))\b/gi,
  addition: /\b(also|too|as well|in addition|additionally)\b|^\W*or\b/gi,
  correction:
    /\b(i('ve| have)? )?changed? my mind\b|^\W*(oh )?(no\b(?=\s*[,.;:!]|\s+(i|we|show|give|actually|sorry|thanks|the|rather|make|only|just)\b)|(nope|nah|actually|ok(ay)?|yes|well)\b)\s*[,.;:!]?\s*(?=\w+ \w|\w{3,}$)(?!(more|not)\b)/gi,
} as const

/** Finds the phrases in a text and returns the text without them. */
export function takePhrases(text: string): { found: ReadonlySet<Phrase>; rest: string } {
  const found = new Set<Phrase>()
  let rest = text
  for (const [phrase, pattern] of Object.entries(phrases)) {
    const without = rest.replace(pattern, ' , ')
    if (without !== rest) found.add(phrase as Phrase)
    // These phrases may contain product names too: "the first", "a garbage bag".
    if (phrase !== 'cart' && phrase !== 'insult') rest = without
  }
  return { found, rest }
}

/** What a question about a product asks for. */
export type Asked = keyof typeof asked

const asked = {
  price: /\b(how much|price|prices|priced|costs?|costing)\b/i,
  size: /\b(sizes?|how (big|large|tall)|dimensions|measurements)\b/i,
  colour: /\bcolou?rs?\b/i,
  stock: /\b(in stock|stock|available|availability|sold out|left)\b/i,
  material: /\b(made (of|from|out of)|materials?|fabric|what is it made)\b/i,
  care: /\b(clean|wash|washed|washable|washing|care for|take care|dishwasher|iron|tumble)\b/i,
  brand: /\b(who makes|(which|what) (brand|maker)|made by|the brand)\b/i,
  rating: /\b(ratings?|rated|reviews?|stars)\b/i,
  details:
    /\b(tell me|more (info|information|details)|details|describe|description|more about|show me|what about)\b/i,
} as const

/** Everything a message asks about a product, in the order of the table. */
export const askedIn = (text: string): readonly Asked[] =>
  (Object.keys(asked) as Asked[]).filter((name) => asked[name].test(text))

/** Whether a message is phrased as a question. */
export const isQuestion = (text: string): boolean =>
  /^\W*(and |so |but |ok(ay)?,? )?(does|do|is|are|can|could|will|would|has|have|how|what|which|when|where|who|why)\b/i.test(
    text,
  )

/** The subject of a message that is about the shop rather than a product. */
export type Topic = keyof typeof topics

/** The first match wins: "return my order" is about returns. */
const topics = {
  returns:
    /\b(returns?|returned|returning|(send|give|bring) (\w+ )?back|refunds?|exchange|money back|(does|do|did)(n't|nt| not) (fit|suit|like)( me| it| them)?)\b/i,
  repair: /\b(warrant(y|ies)|guarantees?|repairs?|repaired|broken)\b/i,
  order:
    /\b(where('?s| is| are) my|track(ing)?|order (status|number)|my (last )?(order|parcel|package)|(cancel|change) (my |an |the )?order)\b/i,
  delivery:
    /\b(deliver(y|ies|ed|s)?|shipping|shipped|ship|ships|postage|dispatch(ed)?|pick(ing)? (it|them|this|that|my order) up|pick-?up|click (and|&) collect|collect (it|them|this|that)|arrives?|(get|here|have) (it |them |that )?(by|before|until) (\w+day|tomorrow|tonight|christmas|the weekend|next week))\b/i,
  currency:
    /^(?!.*\d).*\b(currency|currencies|(take|accept|pay|in|with) ((us|american|british|swiss|canadian|australian) )?(dollars?|pounds?|sterling|francs?|kron\w+|yen|usd|gbp|chf)|(take|accept|pay in) euros?)\b/i,
  payment:
    /\b(pay|paying|payments?|credit cards?|paypal|klarna|invoices?|instal+ments?|apple pay|google pay)\b/i,
  vouchers:
    /\b((discount|promo(tion)?) codes?|discounts? (for|on my)|(student|senior|staff|newsletter)s?'? discounts?|promo(tion)?( codes?)?|vouchers?|coupons?|gift cards?)\b/i,
  contact:
    /\b(customer (service|support)|(speak|talk) (to|with)|a (real )?(human|person)|phone( number)?|contact|opening hours|(your|a) (shop|store) (in|near))\b/i,
  sizes:
    /\b(size (guide|chart|advice|table)|what size (should|do|would)|which size (should|do|would)|true to size)\b/i,
} as const

/** The names of all topics. */
export const topicNames: readonly string[] = Object.keys(topics)

/** The topic of a message; `undefined` if it may be about products. */
export const topicOf = (message: string): Topic | undefined =>
  (Object.keys(topics) as Topic[]).find((topic) => topics[topic].test(message))

/** Everyday phrasings and the plain form the parser understands, applied one after another. */
const paraphrases: readonly (readonly [RegExp, string])[] = [
  // "Don't you have red ones?" is a request for red ones.
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
  // "Without leather and suede" excludes both.
  [/\b(without|except|excluding) ([\p{L}-]+) and (?=[\p{L}-]+)/giu, '$1 $2 or '],
  [/\b(shoe|dress|waist|collar|clothes) size\b/gi, 'size'],
]

/** Matches "no heels, boots or sandals". */
const UNWANTED_LIST =
  /\b(no|not|without|except|excluding)((?:\s[\p{L}-]+){1,2}(?:,(?:\s[\p{L}-]+){1,2})+,?\s(?:or|nor|and)\s)/giu

/** Rewrites everyday phrasings in their plain form: "linen is no good" becomes "not linen". */
export const plainly = (message: string): string =>
  paraphrases
    .reduce((text, [pattern, plain]) => text.replace(pattern, plain), message)
    .replace(
      UNWANTED_LIST,
      (_, not: string, list: string) =>
        `${not}${list.replace(/,?\s(or|nor|and)\s$/i, ' or ').replaceAll(',', ' or')}`,
    )
