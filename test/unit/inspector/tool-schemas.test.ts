import { expect, test } from 'vitest'
import { faultOf } from '../../../src/parts/inspector/audit/tool-schemas.ts'

const text = { type: 'string' }

test.each([
  ['no schema', undefined, undefined],
  ['nothing required', { type: 'object', properties: { q: text } }, undefined],
  [
    'required and described',
    { type: 'object', properties: { q: text }, required: ['q'] },
    undefined,
  ],
  ['as a text', '{"required":["q"],"properties":{"q":{}}}', undefined],
  [
    'not described',
    { required: ['q', 'n'], properties: { q: text } },
    'it requires n, which it does not describe',
  ],
  [
    'without properties',
    { required: ['constructor'] },
    'it requires constructor, which it does not describe',
  ],
  [
    'no value allowed',
    { required: ['q'], properties: { q: { enum: [] } } },
    'no value is allowed for q',
  ],
  ['a list', { type: 'array' }, 'its input is of the type array, not an object'],
])('whether an agent can fill a schema: %s', (_, inputSchema, fault) => {
  expect(faultOf({ name: 'find', description: 'Finds things', inputSchema })).toBe(fault)
})
