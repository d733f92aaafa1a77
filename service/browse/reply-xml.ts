import { XMLBuilder } from 'fast-xml-parser'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../http/request-error.ts'
import type { BrowseReply } from './write-reply.ts'

/** An element in the form that the builder takes: children under their tag, attributes beside them. */
type Element = Readonly<Record<string, unknown>>

type Attributes = Readonly<Record<string, string | number>>

/** Parsers turn a carriage return into a line feed, and any line end or tab of an attribute into a space, unless escaped. */
const ESCAPED = ['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#13;', '&#10;', '&#9;']
const CHARACTERS = ['&', '<', '>', '"', "'", '\r', '\n', '\t']

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  // The types lack this option of the builder.
  ...{
    entities: CHARACTERS.map((one, at) => ({ regex: new RegExp(one, 'g'), val: ESCAPED[at] })),
  },
})

/**
 * Writes a reply as XML. Every value is an element named after its type, with its key in the attribute `name`:
 * `str`, `int`, `long`, `double`, `bool`, `null`, `arr` for a list (whose items have no name) and `lst` for an
 * object. Only products differ: each is a `doc` in `result`.
 */
export function replyAsXml({ searchMetaData, response, ...rest }: BrowseReply): string {
  const { status, queryTime, queryParams } = searchMetaData
  const { products, numberOfProducts, start } = response
  return document([
    element('lst', { name: 'searchMetaData' }, [
      typed(status, 'status'),
      element('long', { name: 'queryTime' }, [text(String(queryTime))]),
      typed(queryParams, 'queryParams'),
    ]),
    element(
      'result',
      { name: 'response', numberOfProducts, start },
      products.map((product) => element('doc', {}, members(product))),
    ),
    ...members(rest),
  ])
}

/** Writes an error in the same format. */
export function errorAsXml(body: ErrorBody): string {
  return document(members(body))
}

/** Whether a request wants XML. Checks the raw URL, because a refused request may not be decodable as a whole. */
export const asksForXml = (url: string): boolean => /[?&]format=xml(&|$)/i.test(url)

/** Sends an XML document. */
export const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.type('application/xml; charset=utf-8').send(xml)

const document = (children: readonly Element[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([element('response', {}, children)])}`

function typed(value: unknown, name?: string): Element {
  const attributes: Attributes = name === undefined ? {} : { name }
  if (Array.isArray(value)) {
    return element(
      'arr',
      attributes,
      value.map((item) => typed(item)),
    )
  }
  if (value === Object(value)) return element('lst', attributes, members(value as object))
  return element(tagOf(value), attributes, value === null ? [] : [text(String(value))])
}

const members = (object: object): Element[] =>
  Object.entries(object).map(([name, value]) => typed(value, name))

function tagOf(value: unknown): string {
  if (typeof value === 'number') return numberTag(value)
  if (typeof value === 'boolean') return 'bool'
  return value === null ? 'null' : 'str'
}

function numberTag(value: number): string {
  if (!Number.isInteger(value)) return 'double'
  return Math.abs(value) < 2 ** 31 ? 'int' : 'long'
}

function element(tag: string, attributes: Attributes, children: readonly Element[]): Element {
  const named = Object.entries(attributes).map(([name, value]) => [`@_${name}`, writable(value)])
  return { [tag]: children, ':@': Object.fromEntries(named) }
}

const text = (value: string): Element => ({ '#text': writable(value) })

/** Characters that XML 1.0 cannot represent, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const writable = (value: string | number) => String(value).replace(UNWRITABLE, '\u{fffd}')
