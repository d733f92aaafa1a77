/** A question that is not about products: about orders, returns, the shop itself. */
export type Topic = keyof typeof topics

/** A shop's texts about itself; the agent repeats them word for word. */
export type ShopAnswers = Readonly<Partial<Record<Topic, string>>>

/** The first that fits is meant: "return my order" is about returns. */
const topics = {
  returns:
    /\b(returns?|(send|give|bring) (it|this|that|them|something|things) back|refunds?|exchange|money back)\b/i,
  repair: /\b(warrant(y|ies)|guarantees?|repairs?|repaired|broken)\b/i,
  order:
    /\b(where('?s| is| are) my|track(ing)?|order (status|number)|my (last )?(order|parcel|package)|(cancel|change) (my |an |the )?order)\b/i,
  delivery: /\b(deliver(y|ies|ed|s)?|shipping|shipped|ship|postage)\b/i,
  payment: /\b(pay|paying|payments?|credit cards?|paypal|klarna|invoices?|instal+ments?)\b/i,
  vouchers: /\b(discount codes?|promo(tion)?( codes?)?|vouchers?|coupons?|gift cards?)\b/i,
  contact:
    /\b(customer (service|support)|(speak|talk) (to|with)|a (real )?(human|person)|phone( number)?|contact|opening hours|(your|a) (shop|store) (in|near))\b/i,
  sizes: /\b(size (guide|chart|advice|table)|what size|which size|true to size|(it|they) fit)\b/i,
  compare:
    /\b(compare[sd]?|comparison|difference between|versus|vs|which (one )?(is|are) (better|best))\b/i,
} as const

/** The agent's texts where the shop has none. */
const unknown: Readonly<Record<Topic, string>> = {
  returns: 'I do not know how returns work here.',
  repair: 'I do not know about repairs and warranties here.',
  order: 'I cannot see orders.',
  delivery: 'I do not know about delivery here.',
  payment: 'I do not know how one pays here.',
  vouchers: 'I do not know of any codes or vouchers.',
  contact: 'I am a program, and cannot put you through to a person.',
  sizes: 'I cannot advise on sizes; the page of a product lists those it comes in.',
  compare: 'I cannot compare products side by side.',
}

/** The topic of a message; `undefined` for one that may be about products. */
export const topicOf = (message: string): Topic | undefined =>
  (Object.keys(topics) as Topic[]).find((topic) => topics[topic].test(message.replace('’', "'")))

/** Answers a question that no product answers, and says what can be asked instead. */
export const topicAnswer = (topic: Topic, answers: ShopAnswers): string =>
  `${answers[topic] ?? unknown[topic]} I can look for products: a kind, a colour, a size or a price.`
