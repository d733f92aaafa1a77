import { setList } from '../../api/calls'
import { schedule } from '../../browser/clock'
import { withPart } from '../../browser/load-part'
import { emit } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { SHOWN_LISTS } from '../../track/known-lists'
import { currentVisitor } from '../../visitor/visitor'
import { beginConversation, conversationId, endConversation } from '../calls/conversation'
import { listsOfVisit, rememberList } from '../list-memory/list-memory'
import { createAgent } from './agent/agent'
import { seenIn } from './agent/read-stream'
import { createBrowse } from './browse/browse'
import { readDevice } from './browse/list-request'
import { createHttp } from './http'

/** Opens the clients of Browse and of the Shopping Agent. */
export function open() {
  const http = createHttp({ fetch: fetch.bind(window), schedule })
  const visitId = () => currentVisitor()?.visitId
  return {
    ...createBrowse({
      ...settings,
      http,
      device: readDevice,
      user: currentVisitor,
      onList(list, pids, isContext) {
        const visit = visitId()
        if (visit) rememberList(SHOWN_LISTS, visit, [`shown ${list.requestId ?? ''}`, ...pids])
        void withPart<() => void>('list-memory', (open) => open())
        if (isContext) setList(list)
      },
    }),
    ...createAgent({
      ...settings,
      http,
      user: currentVisitor,
      conversation: { id: conversationId, begin: beginConversation, end: endConversation },
      seen() {
        const visit = visitId()
        return visit ? seenIn(listsOfVisit(visit)) : {}
      },
      onBegin: (change, id) => emit('conversation', { change, id }),
    }),
  }
}
