import type { LanguageModelSettings } from 'svc-tag-service'
import english from './english.json' with { type: 'json' }
import { wordSet } from './text.ts'

const TIMEOUT_MS = 8_000
const MAX_CHARACTERS = 1_000

/** A language model: it phrases answers and interprets messages; products, prices and stock come from the catalogue. */
export type LanguageModel = ReturnType<typeof createLanguageModel>

/** Connects to a language model. */
export function createLanguageModel(settings: LanguageModelSettings) {
  const { url, key, model, timeoutMs = TIMEOUT_MS } = settings
  const address = `${url.replace(/\/+$/, '')}/chat/completions`

  async function* ask(instructions: string, content: string): AsyncGenerator<string> {
    const response = await fetch(address, {
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        stream: true,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content },
        ],
      }),
    })
    if (!response.ok || !response.body)
      throw new Error(`The language model answered ${response.status}.`)
    let length = 0
    for await (const words of wordsIn(response)) {
      length += words.length
      if (length > MAX_CHARACTERS) return
      yield words
    }
  }

  return {
    /**
     * Yields the sentences of an answer, each as soon as it is complete and checked.
     *
     * @throws Error if the model times out, returns nothing, or mentions anything that is not in the catalogue.
     */
    async *answer(facts: Facts) {
      const { message, answer, titles } = facts
      const content = JSON.stringify({ shopper: message, found: answer, products: titles })
      let isSaid = false
      for await (const sentence of sentencesOf(ask(english.prompts.answer, content))) {
        const checked = checkedSentence(sentence, facts)
        if (checked === undefined)
          throw new Error('The language model said what the catalogue does not have.')
        isSaid = true
        yield checked
      }
      if (!isSaid) throw new Error('The language model answered without words.')
    },
    /** Restates a message as a short English request, without adding numbers. Rejects like `answer`. */
    async inEnglish(message: string) {
      let request = ''
      for await (const words of ask(english.prompts.rewrite, message)) request += words
      const checked = request.trim() && checkedRequest(request.trim(), message)
      if (!checked) throw new Error('The language model did not rewrite the message.')
      return checked
    },
  }
}

const SENTENCE_END = /(?<=[.!?…])\s+/

async function* sentencesOf(words: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const some of words) {
    const parts = (rest + some).split(SENTENCE_END)
    rest = parts.pop() ?? ''
    yield* parts.filter((part) => part.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}

async function* wordsIn(response: Response): AsyncGenerator<string> {
  if (/event-stream/.test(response.headers.get('content-type') ?? '')) {
    for await (const line of linesOf(response.body ?? [])) {
      const data = /^data:\s*(\{.*)/.exec(line)?.[1]
      if (data) yield* contentOf(JSON.parse(data), 'delta')
    }
  } else yield* contentOf(await response.json(), 'message')
}

async function* linesOf(
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

interface Completion {
  readonly choices?: readonly {
    readonly [part in 'message' | 'delta']?: { readonly content?: unknown }
  }[]
}

function contentOf(reply: unknown, part: 'message' | 'delta'): readonly string[] {
  const content = (reply as Completion | null)?.choices?.[0]?.[part]?.content
  return typeof content === 'string' && content !== '' ? [content] : []
}

/** Words that say nothing about a product. Apart from product names and the words of the wishes, a sentence may contain only these. */
const HARMLESS = wordSet(english.harmless)

/** The facts that a language model turns into an answer. */
interface Facts {
  readonly message: string
  readonly answer: string
  /** The wishes as the agent describes them: "red sneakers for kids". */
  readonly wishes: string
  readonly titles: readonly string[]
}

/**
 * Checks a language model's sentence before the page shows it. Product names must match the catalogue, written in
 * full or as `[1]`; any other name, number, price or statement about stock makes the result `undefined`.
 */
function checkedSentence(sentence: string, facts: Facts): string | undefined {
  const text = sentence.trim()
  if (facts.answer.includes(text)) return text
  const titles = [...facts.titles].sort((a, b) => b.length - a.length)
  const bare = titles
    .reduce((rest, title) => rest.replaceAll(title, ' '), text)
    .replace(/\[(\d+)\]/g, (whole, place: string) =>
      facts.titles[Number(place) - 1] ? ' ' : whole,
    )
  const wishes = new Set(plainWordsOf(facts.wishes))
  const isKnown = (word: string) => HARMLESS.has(word) || wishes.has(word)
  // Rejects digits of any script, currency symbols, addresses and markup.
  const isPlain = /^[\p{Script=Latin}\s.,;:!?'’“”"()–—-]*$/u.test(bare)
  if (!isPlain || !plainWordsOf(bare).every(isKnown)) return undefined
  return text.replace(/\[(\d+)\]/g, (_, place: string) => facts.titles[Number(place) - 1] ?? '')
}

const plainWordsOf = (text: string) =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1 || word === 'i')

/** Checks a message that the model has restated in English; `undefined` if it contains numbers that the shopper did not write. */
function checkedRequest(request: string, message: string): string | undefined {
  const numbers = request.match(/\p{Number}+/gu) ?? []
  const own = new Set(message.match(/\p{Number}+/gu) ?? [])
  return numbers.every((number) => own.has(number)) ? request : undefined
}
