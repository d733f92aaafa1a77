import type { Ignore, Origin } from '../events'
import { lineage } from '../platform/tree'
import { INERT, isInert, type Markup } from './attributes'

/** More than any server has to say, and little enough to be read without the page feeling it. */
const LIMIT_CHARS = 100_000

/** Takes an event that the page wrote down. Nothing about it has been checked. */
export type OnHandedOver = (action: unknown, data: unknown, origin: Origin) => void

export interface HandedOverDeps {
  readonly markup: Markup
  readonly ignore: Ignore
  readonly onHandedOver: OnHandedOver
}

export interface HandedOver {
  /** A block came, or changed. */
  readonly found: (element: Element) => void
  /** On a new route the same text is a new event. */
  readonly newRoute: () => void
}

type Block = readonly { readonly action?: unknown; readonly data?: unknown }[]

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The events of a block; `undefined` for anything but a list of objects, and for one that is too long. */
function parseBlock(text: string): Block | undefined {
  if (text.length > LIMIT_CHARS) return undefined
  try {
    const block: unknown = JSON.parse(text)
    return Array.isArray(block) && block.every(isObject) ? block : undefined
  } catch {
    // Not JSON, or too deep to be read.
    return undefined
  }
}

/** Hands over the events that the server wrote into `<script type="application/json" data-svc-events>`, each block once. */
export function createHandedOver({ markup, ignore, onHandedOver }: HandedOverDeps): HandedOver {
  const elements = new WeakMap<Element, string>()
  let texts = new Set<string>()

  /** The events of a block that is met for the first time, or why there are none. */
  function read(element: Element, text: string): Block | string {
    // The same text in another element is a re-render, not a second event.
    if (texts.has(text)) return 'read before'
    texts.add(text)
    const block = element.tagName === 'SCRIPT' && parseBlock(text)
    return block || 'data-svc-events is not a list of {action, data}'
  }

  function handOver(element: Element, events: Block | string) {
    if (typeof events === 'string') ignore(events, { element })
    else for (const { action, data } of events) onHandedOver(action, data, { element })
  }

  return {
    found(element) {
      const text = element.textContent?.trim()
      if (!text || elements.get(element) === text) return
      // Not noted, as it may become one that is believed.
      if (isInert(markup, lineage(element))) return ignore(INERT, { element })
      elements.set(element, text)
      handOver(element, read(element, text))
    },
    newRoute() {
      texts = new Set()
    },
  }
}
