import { parseQuery, rawQuery } from '../http/decode-query.ts'
import type { Keys } from '../http/keys.ts'
import { RequestError } from '../http/request-error.ts'
import { slips } from '../tracker/checks.ts'
import { isObject } from '../tracker/field-checks.ts'

/** A shopper's request. */
export interface ChatRequest {
  readonly message: string
  readonly filters: readonly ChatFilter[]
  readonly metadata: readonly Metadata[]
  /** The message was rewritten by a language model, so its words are not repeated to the shopper. */
  readonly isRewritten?: boolean
}

interface ReadRequest extends ChatRequest {
  /** Where the request differs from the contract, one sentence each. */
  readonly notes: readonly string[]
}

/** Limits a field to some values. */
export interface ChatFilter {
  readonly field: string
  readonly options: readonly string[]
}

/** Products that the shopper viewed, clicked or added to the cart. */
export interface Metadata {
  /** `views`, `clicks`, `carts`, … */
  readonly name: string
  readonly value: readonly string[]
}

const MAX_MESSAGE_CHARACTERS = 2_000
const MAX_ITEMS = 50
const MAX_VALUES = 200
const MAX_VALUE_CHARACTERS = 300

/**
 * Reads the body of a chat message.
 *
 * @throws RequestError 400 that names the field and the place of the fault in it.
 */
export function readChatRequest(body: unknown): ReadRequest {
  const given = objectFrom(body, 'body')
  const { message } = given
  if (typeof message !== 'string' || message.trim() === '') {
    throw bad('message', 'must be a text that is not blank')
  }
  if (message.length > MAX_MESSAGE_CHARACTERS) {
    throw bad('message', `has more than ${MAX_MESSAGE_CHARACTERS} characters`)
  }
  const map = isObject(given.metadata) ? given.metadata : undefined
  return {
    message,
    notes: map ? ['metadata is a list of names and values in the contract.'] : [],
    filters: listFrom(given.filters ?? [], 'filters', MAX_ITEMS, filterFrom),
    metadata: map
      ? metadataIn(map)
      : listFrom(given.metadata ?? [], 'metadata', MAX_ITEMS, metadataFrom),
  }
}

/** The vendor's assistant sends an object; this reads its lists of ids and ignores the rest. */
const metadataIn = (map: Readonly<Record<string, unknown>>): readonly Metadata[] =>
  Object.entries(map)
    .filter(([, value]) => Array.isArray(value))
    .slice(0, MAX_ITEMS)
    .map(([name, value]) => metadataFrom({ name, value }, `metadata.${name}`))

function filterFrom(item: unknown, name: string): ChatFilter {
  const { field, options } = objectFrom(item, name)
  const texts = listFrom(options, `${name}.options`, MAX_VALUES, valueFrom)
  return { field: textFrom(field, `${name}.field`), options: texts }
}

function metadataFrom(item: unknown, name: string): Metadata {
  const { name: kind, value } = objectFrom(item, name)
  const ids = listFrom(value, `${name}.value`, MAX_VALUES, textFrom)
  return { name: textFrom(kind, `${name}.name`), value: ids }
}

function objectFrom(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  throw bad(name, 'must be a JSON object')
}

function listFrom<Item>(
  value: unknown,
  name: string,
  most: number,
  itemFrom: (item: unknown, name: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value)) throw bad(name, 'must be a list')
  if (value.length > most) throw bad(name, `has more than ${most} items`)
  return value.map((item, index) => itemFrom(item, `${name}[${index}]`))
}

function textFrom(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_CHARACTERS)
    return value
  throw bad(name, `must be a text of 1 to ${MAX_VALUE_CHARACTERS} characters`)
}

/** Options may have any type; the catalogue looks them up as text. */
const valueFrom = (value: unknown, name: string): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : textFrom(value, name)

const bad = (name: string, fault: string) =>
  new RequestError(400, 'malformed-body', `${name} ${fault}.`, name)

/** The user and the site of a request. */
export interface Access {
  readonly siteKey: string
  readonly uid: string
}

const SITE_KEY = /^[\w.-]{1,100}$/

const MAX_UID_CHARACTERS = 300

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f]/

/**
 * Reads the user and the site of a request. The site key is the credential: a malformed one is a bad request, an unknown one is refused.
 *
 * @throws RequestError 400 `bad-site-key`, `missing-uid` or `bad-uid`; 401 `unknown-site-key`.
 */
export function readAccess(siteKey: string, url: string, keys: Keys): Access {
  if (!SITE_KEY.test(siteKey)) {
    throw new RequestError(400, 'bad-site-key', 'The site key has a wrong form.', 'site_key')
  }
  const uid = readUid(url)
  if (siteKey === keys.siteKey) return { siteKey, uid }
  throw new RequestError(401, 'unknown-site-key', 'The site key opens no site here.', 'site_key')
}

function readUid(url: string): string {
  const given = parseQuery(rawQuery(url)).filter(([name]) => name === 'uid')
  const [[, uid] = ['', ''], ...others] = given
  if (uid.trim() === '') throw badUid('missing-uid', 'The uid is missing.')
  if (others.length > 0) throw badUid('bad-uid', 'The uid is given more than once.')
  if (slips.has(uid.trim())) {
    throw badUid('bad-uid', `The uid is the word "${uid.trim()}", which is nobody's id.`)
  }
  if (uid.length > MAX_UID_CHARACTERS || CONTROL.test(uid)) {
    throw badUid('bad-uid', `The uid is too long or has control characters.`)
  }
  return uid
}

const badUid = (reason: string, message: string) => new RequestError(400, reason, message, 'uid')
