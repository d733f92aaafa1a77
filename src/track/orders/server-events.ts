import { attributeOf, composedAncestors } from '../../browser/dom'
import { attempt } from '../../browser/guard'
import { ignore, reject } from '../../log/event-log'
import { getOwn } from '../../wire/fields'
import { IGNORED, isIgnored } from '../attributes'
import { track } from '../track-call'
import { warnOfUnknownFields } from '../unknown-fields'
import { newBlock, type Once } from './order-lines'

/** More events than a server needs to send, and few enough to parse without slowing the page. */
const LIMIT_CHARS = 100_000

const byElement = new WeakMap<Element, string>()
/** The texts of blocks without an id that were read. */
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

/** The id of a block. The general `id` of an element may be the same in every response, so it counts together with the content. */
function idOf(element: Element, text: string): string | undefined {
  const id = attributeOf(element, 'id')
  return attributeOf(element, 'data-svc-event-id') || (id && `${id} ${text}`)
}

/** Whether a block may count: with an id once over page loads, otherwise once on this page. */
function onceFor(id: string | undefined, text: string): Partial<Once> | undefined {
  if (id) return newBlock(id)
  return delivered.size < delivered.add(text).size ? {} : undefined
}

/**
 * Handles a `<script type="application/json" data-svc-events>` that was added or changed. A delivered block counts once, even if a router
 * restores it from its cache; with an id, it counts once over page loads. Two equal deliveries count twice only if the server gives them
 * different ids.
 */
export function onServerEvents(element: Element) {
  const text = element.textContent?.trim()
  if (!text || byElement.get(element) === text) return
  const source = { element }
  // The block is not remembered, because it may count later.
  if (isIgnored(composedAncestors(element))) return ignore(IGNORED, source)
  byElement.set(element, text)
  const once = onceFor(idOf(element, text), text)
  if (!once)
    return ignore('read before; an id on the block tells two equal deliveries apart', source)
  const block = element.tagName === 'SCRIPT' && parseBlock(text)
  if (!block) return reject('data-svc-events is not a list of {action, data}', source)
  for (const event of block) {
    const [action, data] = [getOwn(event, 'action'), getOwn(event, 'data')]
    warnOfUnknownFields(action, data)
    track(action, data, { ...source, isNew: once.isNew })
  }
  once.remember?.()
}
