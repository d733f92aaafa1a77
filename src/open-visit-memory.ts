import { createConversation } from './agent/conversation'
import type { Settings } from './api/settings'
import type { ProductId } from './brand'
import { createListMemory } from './browse/list-memory'
import type { Visitor } from './open-visitor'

export interface VisitMemoryDeps {
  readonly settings: Settings
  readonly visitor: Visitor
}

export type VisitMemory = ReturnType<typeof openVisitMemory>

/** What is remembered of a visit, through its pages and tabs, for Browse and for the Shopping Agent. */
export function openVisitMemory({ settings, visitor }: VisitMemoryDeps) {
  const { storage, current } = visitor
  const { siteKey, agentUrl } = settings
  const lists = createListMemory(storage, Boolean(agentUrl))
  const visitId = () => current()?.visitId
  const conversation = createConversation({
    storage,
    siteKey,
    uid: () => current()?.uid,
    visitId,
  })

  return {
    conversation,
    complete: lists.complete,
    /** Browse gave these products. */
    addList(pids: readonly ProductId[], requestId: string | undefined) {
      const visit = visitId()
      if (visit) lists.show(visit, pids, requestId)
    },
    /** What the shopper met in this visit, by lists. */
    met() {
      const visit = visitId()
      return visit ? lists.read(visit) : []
    },
    erase() {
      lists.erase()
      conversation.end()
    },
  }
}
