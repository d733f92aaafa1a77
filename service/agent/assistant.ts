import type { Catalog } from '../catalog/catalog.ts'
import { aboutShown } from './about-shown.ts'
import { leftOutText, talkTexts } from './answer-turn.ts'
import type { ChatRequest } from './chat-request.ts'
import { createLexicon, type Lexicon, plain, type Turn } from './chat-turn.ts'
import { either, moneyIn } from './describe.ts'
import { look } from './look.ts'
import { type Search, unfound } from './missed.ts'
import { chosenFilters } from './refinements.ts'
import { type ShopAnswers, serviceAnswer } from './service-answers.ts'
import { type ShopWords, usualWords } from './shop-words.ts'
import { type ChatState, newState } from './state.ts'
import { type Understanding, understand } from './understand.ts'

/** A shop's own settings of its assistant. */
export interface AssistantSettings {
  /** ISO 4217, such as `EUR`; without it, prices are plain numbers. */
  readonly currency?: string | undefined
  readonly answers?: ShopAnswers | undefined
  /** The countries that the shop delivers to, by their English names. Without them, the agent says that it does not know. */
  readonly countries?: readonly string[] | undefined
  /** Persons and occasions in the words of the catalogue; {@link usualWords} if absent. */
  readonly words?: ShopWords | undefined
}

/** A shop assistant: answers a message, given the state after the previous one. */
export type Assistant = ReturnType<typeof createAssistant>

/** Creates a shop assistant for a catalogue. The assistant throws RequestError 400 for a filter that the catalogue cannot apply. */
export function createAssistant(catalog: Catalog, settings: AssistantSettings = {}) {
  const lexicon = createLexicon(catalog, settings.words ?? usualWords)
  const { currency } = settings
  const desk = { lexicon, money: moneyIn(currency), currency }

  function answer(request: ChatRequest, state: ChatState): Turn {
    const chosen = chosenFilters(lexicon, request.filters)
    const said =
      articleNamed(lexicon, request.message) ?? understand(request.message, state, lexicon)
    const search = { request, state: said.isFresh ? newState : state, said, chosen }
    const turn = answerTo(search)
    const isNaming = turn.products.length > 0 && areToFit(said)
    return isNaming ? { ...turn, text: `${leftOutText(said.unknown)}${turn.text}` } : turn
  }

  function answerTo(search: Search): Turn {
    const { said, state, chosen } = search
    const { intent } = said
    if (chosen.drop.length > 0) return look(desk, search)
    switch (intent.kind) {
      case 'look':
      case 'more':
        return look(desk, search)
      case 'compare':
      case 'cart':
      case 'question':
      case 'similar':
        return aboutShown(desk, said, state)
      case 'service':
        return plain(serviceAnswer(intent, settings), { ...state, topic: intent.topic })
      case 'restart':
        return plain(talkTexts.restart, newState)
      case 'help':
        return plain(`${talkTexts.help} ${departmentsText(catalog)}`, state)
      case 'greeting':
      case 'thanks':
      case 'insult':
        return plain(talkTexts[intent.kind], state)
      default:
        return unfound(desk, search)
    }
  }

  /** Builds what the first message needs, which takes a second for a large catalogue. */
  return Object.assign(answer, { prepare: lexicon.match.prepare })
}

/** Whether every product in the answer has to meet all wishes; facts and comparisons do not claim that. */
const areToFit = ({ intent, add }: Understanding) =>
  ['look', 'more', 'similar'].includes(intent.kind) ||
  (intent.kind === 'question' && add.some(({ kind }) => kind === 'value'))

function departmentsText({ categories }: Catalog): string {
  const names = categories.top.map(({ name }) => name)
  return names.length > 0 ? `The shop has ${either(names, 'and', 8)}.` : ''
}

/** A message that consists of an article number asks for that article alone. */
function articleNamed({ catalog }: Lexicon, message: string): Understanding | undefined {
  const id = message.trim()
  if (!/^\S*\d\S*$/.test(id)) return undefined
  const product = catalog.find(id) ?? catalog.find(id.toUpperCase())
  return (
    product && {
      intent: { kind: 'question', asked: ['details'] },
      references: { ids: [product.uniqueId], isExplicit: true, isMissing: false, rest: '' },
      ...{ add: [], drop: [], isAddition: false, isFresh: true, order: undefined, step: undefined },
      ...{ isSingular: true, unknown: [], heads: [], corrected: [], currency: undefined },
    }
  )
}
