import { expect, test } from 'vitest'
import type { ConversationId, UserId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const c1 = 'c1' as ConversationId

/** A page of the shopper u1, whose visit has begun. */
function open(browser = createBrowser()) {
  const { tag, run } = openPage(browser)
  const { consent, conversation, visitor } = tag
  const login = (id: string) => run(() => visitor.identify(id as UserId))
  const beginVisit = () => run(() => visitor.beginVisit(true, () => {}))
  run(() => consent.startConsent(() => {}))
  login('u1')
  beginVisit()
  return {
    id: conversation.conversationId,
    begin: conversation.beginConversation,
    end: conversation.endConversation,
    login,
    beginNextVisit() {
      browser.timeline.advance(1_800_000)
      beginVisit()
    },
  }
}

test('a conversation belongs to one visitor', () => {
  const { id, begin, login } = open()
  begin()(c1)
  expect(id()).toBe('c1')
  login('u2')
  expect(id()).toBeUndefined()
  login('u1')
  expect(id()).toBe('c1')
})

test('a conversation belongs to one visit', () => {
  const { id, begin, beginNextVisit } = open()
  begin()(c1)
  beginNextVisit()
  expect(id()).toBeUndefined()
})

const changes: [what: string, change: (opened: ReturnType<typeof open>) => void][] = [
  ['the visitor changed', ({ login }) => login('u2')],
  ['the next visit began', ({ beginNextVisit }) => beginNextVisit()],
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

test('where nothing can be stored, the conversation lasts as long as the page', () => {
  const browser = createBrowser({ isBlocked: true })
  const { id, begin, end } = open(browser)
  begin()(c1)
  expect(id()).toBe('c1')
  expect(open(browser).id()).toBeUndefined()
  end()
  expect(id()).toBeUndefined()
})
