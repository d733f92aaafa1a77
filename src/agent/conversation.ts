import type { ConversationId, VisitId } from '../brand'
import type { Storage } from '../platform/storage'
import { createVisitLists } from '../platform/visit-lists'

/** Which conversation is going on; one for each site, user id and visit, shared by the visit's tabs. */
export interface Conversation {
  readonly id: () => ConversationId | undefined
  /**
   * A conversation is being asked for. The function that this gives keeps the answer and returns the id to go on with:
   * another one when a tab was faster. After a change of visitor or visit, or an end, nothing is kept.
   */
  readonly begin: () => (id: ConversationId) => ConversationId
  readonly end: () => void
}

export interface ConversationDeps {
  readonly storage: Pick<Storage, 'read' | 'write' | 'remove'>
  readonly siteKey: string
  readonly uid: () => string | undefined
  readonly visitId: () => VisitId | undefined
}

/** Where tabs cannot share, the conversation lasts as long as the page. */
export function createConversation({
  storage,
  siteKey,
  uid,
  visitId,
}: ConversationDeps): Conversation {
  const kept = createVisitLists({ storage, key: 'agent', limits: { lists: 1, ids: 1 } })
  let ends = 0

  const visit = () => (visitId() ?? '') as VisitId
  const owner = () => `${siteKey} ${uid()}`
  const id = () => {
    const [[name, id] = []] = kept.read(visit())
    return name === owner() ? (id as ConversationId) : undefined
  }
  const moment = () => [visit(), owner(), ends].join()

  return {
    id,
    begin() {
      const begun = moment()
      return (answer) => {
        const winner = id()
        if (!winner && begun === moment()) kept.add(visit(), owner(), [answer])
        return winner ?? answer
      }
    },
    end() {
      ends++
      kept.erase()
    },
  }
}
