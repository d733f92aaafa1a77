import { createConversation } from './agent/conversation'
import { createSeen } from './agent/seen'
import type { Settings } from './api/settings'
import type { ProductId } from './brand'
import { createAttribution } from './browse/attribution'
import { createListMemory } from './browse/list-memory'
import type { TrackerEvent } from './events'
import type { Visitor } from './open-visitor'

export interface VisitMemoryDeps {
  readonly settings: Settings
  readonly visitor: Visitor
}

export type VisitMemory = ReturnType<typeof openVisitMemory>

/** What is remembered of a visit, through its pages and tabs, for Browse and for the Shopping Agent. */
export function openVisitMemory({ settings, visitor }: VisitMemoryDeps) {
  const { storage, current } = visitor
  const lists = createListMemory(storage)
  const attributed = createAttribution(lists)
  const seen = createSeen(storage)
  const visitId = () => current()?.visitId
  const conversation = createConversation({
    storage,
    siteKey: settings.siteKey,
    uid: () => current()?.uid,
    visitId,
  })

  return {
    conversation,
    /** Completes an event with the list that its product came from; what it says is remembered. */
    complete(event: TrackerEvent) {
      const completed = attributed(event)
      if (settings.agentUrl) seen.add(completed)
      return completed
    },
    /** Browse gave these products. */
    addList(pids: readonly ProductId[], requestId: string | undefined) {
      const visit = visitId()
      if (visit) lists.remember(visit, pids, requestId)
    },
    /** Which products the shopper met in this visit. */
    seen() {
      const visit = visitId()
      return visit ? seen.read(visit) : {}
    },
    erase() {
      lists.erase()
      seen.erase()
      conversation.end()
    },
  }
}
