import { answered, readSvc } from '../svc'
import { type AgentTurn, type Filter, recommended } from './transcript'

/** The outcome of a message. */
interface Answer {
  readonly turn: Omit<AgentTurn, 'isFreshStart'>
  readonly conversationId: string
}

/** The Shopping Agent of `window.svc`, in the shop's own words. */
export interface ShopAgent {
  /** Rejects with an error whose `fault` says why there is no answer. */
  ask(text: string, filters: readonly Filter[]): Promise<Answer>
  /** The conversation that the next message belongs to; `undefined` when it will be a new one. */
  conversationId(): Promise<string | undefined>
  forget(): void
}

/** Talks through the tag; what is said before that has loaded waits for it. */
export function createShopAgent(): ShopAgent {
  const svc = readSvc()
  return {
    async ask(text, filters) {
      const reply = await answered(svc.agent.ask(text, filters.length > 0 ? { filters } : {}))
      const turn = {
        who: 'agent' as const,
        text: reply.message,
        products: reply.products.flatMap(recommended),
        filters: reply.filters.map(({ field, options }) => ({
          field,
          options: options.map(String),
        })),
      }
      return { turn, conversationId: reply.conversationId }
    },
    async conversationId() {
      await answered(svc.ready)
      return svc.agent.conversationId
    },
    forget() {
      svc.agent.reset()
    },
  }
}
