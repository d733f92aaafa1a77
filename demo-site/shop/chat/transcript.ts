import { colouredUrl, type Product, parseProduct } from '../product'

/** Something that was said in the chat. */
export type Turn = ShopperTurn | AgentTurn

/** The shopper's message, with the filters that went along. */
export interface ShopperTurn {
  readonly who: 'shopper'
  readonly text: string
  readonly filters: readonly Filter[]
}

/** The agent's answer. */
export interface AgentTurn {
  readonly who: 'agent'
  readonly text: string
  readonly products: readonly Product[]
  /** The agent had forgotten what was said before, and knows only the message it answers. */
  readonly isFreshStart: boolean
  /** Choices for the next message. */
  readonly filters: readonly Filter[]
}

/** Values of one field: in an answer those on offer, in a message those chosen. */
export interface Filter {
  readonly field: string
  readonly options: readonly string[]
}

/** A conversation as this tab shows it; the agent keeps its own. */
export interface Transcript {
  /** The conversation it belongs to; `undefined` before the first answer. */
  readonly conversationId: string | undefined
  readonly turns: readonly Turn[]
}

/** Nothing said yet. */
export const blank: Transcript = { conversationId: undefined, turns: [] }

const KEY = 'shop.chat'

/** Keeps what was said for the other pages of this tab. */
export function keepTranscript(transcript: Transcript): void {
  sessionStorage.setItem(KEY, JSON.stringify(transcript))
}

/** The conversation of earlier pages of this tab; blank when there is none, or none that can be read. */
export function readTranscript(): Transcript {
  try {
    const { conversationId, turns } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return Array.isArray(turns) ? { conversationId, turns } : blank
  } catch {
    return blank // An older shop's writing.
  }
}

/** A product that the agent recommends, as the shop's tiles show it: in the colour asked for. */
export function recommended(product: {
  readonly productId: string
  readonly color?: unknown
}): Product[] {
  const parsed = parseProduct({ ...product, uniqueId: product.productId })
  if (!parsed) return []
  const [colour] = parsed.colours
  return [{ ...parsed, url: colour ? colouredUrl(parsed.url, colour) : parsed.url }]
}
