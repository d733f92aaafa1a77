import type { Ignore, Origin } from '../events'
import { lineage } from '../platform/tree'
import { isInert, type Markup } from './attributes'

/** More than any server has to say, and little enough to be read without the page feeling it. */
const LIMIT_CHARS = 100_000

/** An order is a list, in data, in an event, in the block's list: five levels, and room for one to grow. */
const LIMIT_DEPTH = 8

/** Names that would reach into an object's prototype. */
const FORBIDDEN = /^(__proto__|constructor|prototype)$/

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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isShallow = (value: unknown, depth = 0): boolean =>
  !isObject(value) ||
  (depth < LIMIT_DEPTH && Object.values(value).every((member) => isShallow(member, depth + 1)))

/** The events of a block; `undefined` for anything but a list of objects within the limits. */
function parseBlock(text: string): { action?: unknown; data?: unknown }[] | undefined {
  if (text.length > LIMIT_CHARS) return undefined
  try {
    const block: unknown = JSON.parse(text, (name, value) =>
      FORBIDDEN.test(name) ? undefined : value,
    )
    const isBlock = Array.isArray(block) && isShallow(block) && block.every(isObject)
    return isBlock ? block : undefined
  } catch {
    // Not JSON, or too deep to be read.
    return undefined
  }
}

/** Hands over the events that the server wrote into `<script type="application/json" data-svc-events>`, each block once. */
export function createHandedOver({ markup, ignore, onHandedOver }: HandedOverDeps): HandedOver {
  const elements = new WeakMap<Element, string>()
  let texts = new Set<string>()

  return {
    found(element) {
      const text = element.textContent?.trim()
      if (!text || element.tagName !== 'SCRIPT' || isInert(markup, lineage(element))) return
      // The same element or the same text again is a re-render, not a second event.
      if (elements.get(element) === text || texts.has(text)) return
      elements.set(element, text)
      texts.add(text)
      const events = parseBlock(text)
      if (!events) return ignore('data-svc-events is not a list of {action, data}', { element })
      for (const event of events) onHandedOver(event.action, event.data, { element })
    },
    newRoute() {
      texts = new Set()
    },
  }
}
