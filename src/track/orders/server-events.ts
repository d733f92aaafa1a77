import { attributeOf, composedAncestors } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { ignore, reject } from '../../log/event-log'
import { getOwn } from '../../wire/fields'
import { IGNORED, isIgnored } from '../attributes'
import { track } from '../track-call'
import { warnOfUnknownFields } from '../unknown-fields'

/** More events than a server needs to send, and few enough to parse without slowing the page. */
const LIMIT_CHARS = 100_000

const byElement = new WeakMap<Element, string>()
/** Deliveries that were read, by the id and the text of each block. */
const delivered = new Set<string>()

/** The events of a block; `undefined` if it is too long or not a list of objects. */
function parseBlock(text: string): readonly object[] | undefined {
  if (text.length > LIMIT_CHARS) return undefined
  // It may be invalid JSON, or nested too deeply to parse.
  const block: unknown = attempt(() => JSON.parse(text))
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return Array.isArray(block) && block.every(isObject) ? block : undefined
}

/**
 * Handles a `<script type="application/json" data-svc-events>` that was added or changed. A delivered block counts once, even if a router
 * restores it from its cache. Two equal deliveries count twice only if the server gives them different ids.
 */
export function onServerEvents(element: Element) {
  const text = element.textContent?.trim()
  if (!text || byElement.get(element) === text) return
  const source = { element }
  // The block is not remembered, because it may count later.
  if (isIgnored(composedAncestors(element))) return ignore(IGNORED, source)
  byElement.set(element, text)
  const delivery = `${attributeOf(element, 'data-svc-event-id') ?? attributeOf(element, 'id')} ${text}`
  if (delivered.has(delivery))
    return ignore('read before; an id on the block tells two equal deliveries apart', source)
  delivered.add(delivery)
  const block = element.tagName === 'SCRIPT' && parseBlock(text)
  if (!block) return reject('data-svc-events is not a list of {action, data}', source)
  for (const event of block) {
    const [action, data] = [getOwn(event, 'action'), getOwn(event, 'data')]
    warnOfUnknownFields(action, data)
    track(action, data, source)
  }
}
