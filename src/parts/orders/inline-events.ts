import { composedAncestors } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { ignore, reject } from '../../log/event-log'
import { IGNORED, isIgnored } from '../../track/attributes'
import type { EventSource } from '../../wire/event-context'
import { trackHandedOver } from './hand-over'

/** More than any server has to say, and little enough to be read without the page feeling it. */
const LIMIT_CHARS = 100_000

type Block = readonly { readonly action?: unknown; readonly data?: unknown }[]

const byElement = new WeakMap<Element, string>()
let texts = new Set<string>()

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The events of a block; `undefined` for anything but a list of objects, and for one that is too long. */
function parseBlock(text: string): Block | undefined {
  if (text.length > LIMIT_CHARS) return undefined
  // It may be no JSON, or too deep to be read.
  const block: unknown = attempt(() => JSON.parse(text))
  return Array.isArray(block) && block.every(isObject) ? block : undefined
}

/** Hands over the events of a block's text. */
export function handOverBlock(text: string, source: EventSource) {
  // The same text in another element is a re-render, not a second event.
  if (texts.has(text)) return ignore('read before', source)
  texts.add(text)
  const block = parseBlock(text)
  if (!block) return reject('data-svc-events is not a list of {action, data}', source)
  for (const { action, data } of block) trackHandedOver(action, data, source)
}

/** A `<script type="application/json" data-svc-events>` came, or changed. Each block counts once. */
export function onInlineEvents(element: Element) {
  const text = element.textContent?.trim()
  if (!text || byElement.get(element) === text) return
  // Not remembered, as it may come to count.
  if (isIgnored(composedAncestors(element))) return ignore(IGNORED, { element })
  byElement.set(element, text)
  if (element.tagName === 'SCRIPT') handOverBlock(text, { element })
  else reject('data-svc-events is not a list of {action, data}', { element })
}

/** On a new route the same text is a new event. */
export const startEventsRoute = () => {
  texts = new Set()
}
