import type {
  AgentFilter,
  AgentProduct,
  AgentReply,
  AgentSuggestion,
} from '../parts/clients/agent/parse-answer'

/** The shopper's message, with the filters sent with it. */
export interface ShopperTurn {
  readonly who: 'shopper'
  readonly text: string
  readonly filters: readonly AgentFilter[]
}

/** The agent's answer, or the part of it that has arrived. */
export interface AgentTurn {
  readonly who: 'agent'
  readonly text: string
  readonly products: readonly AgentProduct[]
  readonly filters: readonly AgentFilter[]
  readonly suggestions: readonly AgentSuggestion[]
  /** The service had forgotten the conversation, so it knows only the message it answers. */
  readonly isFreshStart: boolean
  /** Shown on an earlier page, where its products were already counted. */
  readonly isEarlier?: boolean
}

export type ChatTurn = ShopperTurn | AgentTurn

/** A conversation as this tab shows it; the service keeps its own. */
export interface Transcript {
  /** The conversation it belongs to; `undefined` before the first answer. */
  readonly conversationId?: string | undefined
  readonly turns: readonly ChatTurn[]
  readonly isOpen: boolean
}

const KEY = 'svc.agent'
const blank: Transcript = { turns: [], isOpen: false }

/** Stores the conversation for the other pages of this tab, if the browser allows it. */
export function keepTranscript(transcript: Transcript): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(transcript))
  } catch {
    // Storage is blocked or full, so the conversation ends with the page.
  }
}

/** The conversation from earlier pages of this tab; empty if none can be read. */
export function readTranscript(): Transcript {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Transcript>
    if (!Array.isArray(stored.turns)) return blank
    const turns = (stored.turns as readonly ChatTurn[]).map((turn) =>
      turn.who === 'agent' ? { ...turn, isEarlier: true } : turn,
    )
    return { ...blank, ...stored, turns }
  } catch {
    return blank
  }
}

/** Converts a reply to a turn. */
export const agentTurn = (reply: AgentReply, isFreshStart: boolean): AgentTurn => ({
  who: 'agent',
  text: reply.message,
  products: reply.products.map(({ productId, title, imageUrl, productUrl, price, brand }) => ({
    ...{ productId, title, imageUrl, productUrl, price },
    ...(typeof brand === 'string' && { brand }),
  })),
  filters: reply.filters,
  suggestions: reply.suggestions,
  isFreshStart,
})
