import type { Assistant, AssistantOptions, Catalog } from 'svc-tag-service'
import { createAssistant as createAnswers } from './assistant.ts'
import { createLanguageModel } from './language-model.ts'
import { replyParts, understoodTurn } from './reply-stream.ts'
import { historyOf, keptFrom, numberOf, reworded, withExchange } from './state.ts'

export { readAssistantFile } from './shop-words.ts'

const MAX_QUESTIONS = 4

/** Creates the assistant of a catalogue, as the service's contract describes it. */
export function createAssistant(
  catalog: Catalog,
  { settings, languageModel }: AssistantOptions = {},
): Assistant {
  const answer = createAnswers(catalog, settings)
  const model = languageModel && createLanguageModel(languageModel)
  return {
    prepare: answer.prepare,
    firstQuestions: () =>
      catalog.categories.top
        .slice(0, MAX_QUESTIONS)
        .map(({ name }) => `What do you have in ${name}?`),
    history: (memory, origin) => historyOf(keptFrom(memory), catalog, origin),
    async reply(chat, memory, origin) {
      const turn = await understoodTurn(answer, chat, keptFrom(memory.read()).state, model)
      // Store this before the model writes its text, which takes time: the next message must already see this turn.
      const kept = withExchange(keptFrom(memory.read()), chat.message, turn)
      memory.write(kept)
      return replyParts({ turn, message: chat.message }, origin, model, (words) =>
        memory.write(reworded(keptFrom(memory.read()), numberOf(kept.said), words)),
      )
    },
  }
}
