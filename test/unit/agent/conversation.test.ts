import { expect, test } from '@playwright/test'
import { createConversation } from '../../../src/parts/calls/conversation'
import type { ConversationId, VisitId } from '../../../src/wire/brand'
import { memoryStorage } from '../../support/builders'

function open(storage: Parameters<typeof createConversation>[0]['storage'] = memoryStorage()) {
  const visitor = { siteKey: 'SITE', uid: 'u1', visit: 'v1' }
  const conversation = createConversation({
    storage,
    siteKey: visitor.siteKey,
    uid: () => visitor.uid,
    visitId: () => visitor.visit as VisitId,
  })
  return { ...conversation, visitor }
}

const c1 = 'c1' as ConversationId

test('a conversation belongs to one visitor and one visit', () => {
  const { id, begin, visitor } = open()
  begin()(c1)
  expect(id()).toBe('c1')
  visitor.uid = 'u2'
  expect(id()).toBeUndefined()
  visitor.uid = 'u1'
  visitor.visit = 'v2'
  expect(id()).toBeUndefined()
})

const changes: [what: string, change: (opened: ReturnType<typeof open>) => void][] = [
  ['the visitor changed', ({ visitor }) => Object.assign(visitor, { uid: 'u2' })],
  ['the next visit began', ({ visitor }) => Object.assign(visitor, { visit: 'v2' })],
  ['the conversation was ended', ({ end }) => end()],
]
for (const [what, change] of changes) {
  test(`an answer that came after ${what} is not kept`, () => {
    const opened = open()
    const keep = opened.begin()
    change(opened)
    expect(keep(c1)).toBe('c1')
    expect(opened.id()).toBeUndefined()
  })
}

test('where nothing can be stored, it lasts as long as the page', () => {
  const { id, begin, end } = open({ ...memoryStorage(), write: () => false })
  begin()(c1)
  expect(id()).toBe('c1')
  end()
  expect(id()).toBeUndefined()
})
