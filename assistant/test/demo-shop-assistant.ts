import { demoAssistant, type FeedProduct, generateCatalog } from 'svc-tag-demo-site'
import type { Product } from 'svc-tag-service'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { createAssistant } from '../assistant.ts'
import { type ChatState, newState } from '../state.ts'

/** The products of the demo shop. */
export const feed: readonly FeedProduct[] = generateCatalog({ seed: 1, products: 2_400 })

const assistant = catalogOf(feed as unknown as readonly Product[]).then((catalog) =>
  createAssistant(catalog, demoAssistant),
)

/** Asks the demo shop's assistant, after the state of an earlier answer. */
export async function ask(message: string, state: ChatState = newState) {
  const answer = await assistant
  // The service stores the state as JSON between messages.
  const turn = answer({ message, filters: [], metadata: [] }, JSON.parse(JSON.stringify(state)))
  return { ...turn, products: turn.products as unknown as readonly FeedProduct[] }
}

/** The number of products that an answer says it found; 0 if it found none. */
export function foundIn(text: string): number {
  if (/\bI found one\b/.test(text)) return 1
  const [, count = 0] = /\b(?:I found|of the) (\d+)\b/.exec(text) ?? []
  return Number(count)
}
