import type { AssistantSettings, Catalog, ChatRequest } from 'svc-tag-service'
import { isOffTopic } from './acts.ts'
import { wantedIn } from './chat-reply.ts'
import { constraintsAfter, isKind } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { createLexicon } from './find.ts'
import { chosenFilters } from './refinements.ts'
import { described, either, foreignText, moneyIn, unclearText } from './say.ts'
import { look } from './search-turn.ts'
import { serviceAnswer } from './service-answers.ts'
import { aboutShown } from './shown-turn.ts'
import { type ChatState, newState } from './state.ts'
import { type Asked, plain, type Turn } from './turn.ts'
import { languageOf, understand } from './understand.ts'
import { values } from './values-turn.ts'

const ACCEPTS = new RegExp(`^(?!\\W*no)${english.phrases.ok}`, 'iu')

/** A shop assistant: answers a message, given the state after the previous one. */
export type Assistant = ReturnType<typeof createAssistant>

/** Creates a shop assistant for a catalogue. It throws RequestError 400 for a filter that the catalogue cannot apply. */
export function createAssistant(catalog: Catalog, settings: AssistantSettings = {}) {
  const lexicon = createLexicon(catalog, settings)
  const money = moneyIn(settings.currency)

  function answer({ message, ...own }: ChatRequest, before: ChatState): Turn {
    const isAccepted = before.offer !== undefined && ACCEPTS.test(message)
    const request = { ...own, message: isAccepted ? String(before.offer) : message }
    const chosen = chosenFilters(lexicon.view, request.filters)
    const said = understand(request.message, before, lexicon)
    const isNew =
      /look|unclear/.test(said.act.kind) &&
      /\b(start over|from scratch|new search|forget it)\b/i.test(request.message)
    const state = {
      ...(isNew ? newState : before),
      language: said.language,
      offer: undefined,
      named: undefined,
    }
    const turn = answerTo({ lexicon, money, request, said, chosen, state })
    const { constraints } = turn.state
    const wanted = wantedIn(lexicon.view, constraints)
    return { ...turn, wanted, wishes: described(constraints, money) }
  }

  return Object.assign(answer, {
    /** Builds what the first message needs, which takes a second for a large catalogue. */
    prepare() {
      // The dictionary and the languages are read at their first use.
      understand('what do you have?', newState, lexicon)
      languageOf('bonjour', 1)
    },
  })
}

function answerTo(asked: Asked): Turn {
  const { lexicon, said, chosen, state, request } = asked
  const { act, language, missing } = said
  const { settings, view } = lexicon
  const departments = view.catalog.categories.top.map(({ name }) => name)
  const offer = departments.length > 0 ? ` The shop has ${either(departments, 'and', 8)}.` : ''
  if (language) {
    const text = foreignText(language, settings.searchPage, request.message)
    return { ...plain(text, state), isUnclear: true }
  }
  if (chosen.add.length + chosen.drop.length > 0 && missing.length === 0) return look(asked)
  switch (act.kind) {
    case 'look':
    case 'more':
      return look(asked)
    case 'service':
      return plain(serviceAnswer(act, { ...said, topic: state.topic }, lexicon), {
        ...state,
        topic: act.topic,
      })
    case 'compare':
    case 'cart':
    case 'about':
    case 'similar':
      return aboutShown(asked, act)
    case 'values':
      return values(asked)
    case 'unclear':
      return unclear(asked, departments)
    case 'restart':
      return plain(english.talk.restart, newState)
    case 'help':
      return plain(english.talk.help + offer, state)
    default:
      return plain(english.talk[act.kind], state)
  }
}

/** Asks back. What else was wished holds for the thing that is named next. */
function unclear({ request, said, chosen, state, money }: Asked, departments: readonly string[]) {
  const { missing, left } = said
  const others = missing.filter((one) => !left.some((phrase) => phrase.includes(one)))
  const words = request.isRewritten ? [] : [...left, ...others]
  const hasKind = state.constraints.some(isKind)
  const isNew = !hasKind && (missing.length > 0 || said.add.length > 0)
  const wanted = [...said.add.filter((one) => !isKind(one)), ...chosen.add]
  const constraints = constraintsAfter(state.constraints, {
    add: isNew ? wanted : [],
    drop: isNew ? said.drop : [],
    isAddition: said.isAddition,
  })
  const among = hasKind ? described(state.constraints, money) : ''
  const text = unclearText(words, departments, among, isOffTopic(said))
  return { ...plain(text, { ...state, constraints, offer: 'Surprise me' }), isUnclear: true }
}
