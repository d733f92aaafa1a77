import type { TxtParentNode } from '@textlint/ast-node-types'
import type { TextlintRuleModule } from '@textlint/types'
import { type Sentence, sentencesOf, wordsIn } from './sentences.ts'

/** Most words of a sentence in a page. */
const MAX_WORDS = 25

/** Openings that hide who does something, or begin with a clause instead of its noun. Questions may begin so. */
const OPENINGS =
  /^((what(ever)?|who(ever)?|nobody|somebody|whichever|how (long|many)|with nothing|there, too|it (is|was) (said|told|looked|heard))\b|of \w+,)/i

/** Makes a rule of what it says about a sentence; nothing means that the sentence is fine. */
function ruleFor(complaint: (sentence: Sentence) => string | undefined): TextlintRuleModule {
  return ({ Syntax, RuleError, report }) => {
    const check = (node: TxtParentNode) => {
      for (const sentence of sentencesOf(node)) {
        const message = complaint(sentence)
        if (message) report(sentence.node, new RuleError(message))
      }
    }
    return { [Syntax.Paragraph]: check, [Syntax.Header]: check, [Syntax.TableCell]: check }
  }
}

/** Refuses sentences of more than {@link MAX_WORDS} words. */
export const sentenceLength = ruleFor(({ text }) => {
  const words = wordsIn(text)
  if (words > MAX_WORDS)
    return `${words} words in a sentence; make it ${MAX_WORDS} or fewer: split it.`
  return undefined
})

/** Refuses sentences that begin with a clause or with nobody in particular. */
export const openings = ruleFor(({ text }) => {
  const [found] = OPENINGS.exec(text) ?? []
  if (!found || text.endsWith('?')) return undefined
  return `Begins with "${found}"; begin with the noun or the verb.`
})
