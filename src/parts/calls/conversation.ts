import { newId } from '../../browser/ids'
import { settings } from '../../settings/read-settings'
import { readKept, writeKept } from '../../visitor/consent'
import { currentVisitor } from '../../visitor/visitor'
import type { ConversationId } from '../../wire/tracker-event'

/* Stores the conversation with the Shopping Agent: one for each site, user id and visit, shared by the tabs of the visit. */

const KEY = 'agent'

/** Separates the fields of the stored item, because ids have no control characters. */
const WORD = '\u001f'

/** The owner of the conversation, which differs for each visitor and visit. */
function owner(): string {
  const { uid, visitId } = currentVisitor() ?? {}
  return [visitId, settings.siteKey, uid].join(' ')
}

/** The id of the conversation; `undefined` if none has begun. */
export function conversationId(): ConversationId | undefined {
  const [kept, id] = (readKept(KEY) ?? '').split(WORD)
  return kept === owner() ? (id as ConversationId) : undefined
}

/**
 * Prepares to store a new conversation. The returned function stores the id from the response and
 * returns the id to continue with, which is another tab's if that tab was faster. If the visitor or
 * visit has changed or the conversation has ended in the meantime, it stores nothing.
 */
export function beginConversation(): (id: ConversationId) => ConversationId {
  const begun = [owner(), readKept(KEY)].join()
  return (answer) => {
    const winner = conversationId()
    if (!winner && begun === [owner(), readKept(KEY)].join())
      writeKept(KEY, owner() + WORD + answer)
    return winner ?? answer
  }
}

/** Ends the conversation in every tab. */
export const endConversation = () => writeKept(KEY, WORD + newId())
