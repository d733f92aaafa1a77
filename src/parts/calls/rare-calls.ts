import { setList } from '../../api/calls'
import type { Run } from '../../api/stub'
import { emit } from '../../log/event-log'
import type { ClientHooks } from '../clients/client-hooks'
import { endConversation } from './conversation'
import { explain } from './explain'
import { audit, compare, inspect, tryMap } from './inspection'
import { callClient } from './lazy-clients'

const hooks: ClientHooks = {
  onList: setList,
  onConversation: (change, id) => emit('conversation', { change, id }),
}

const CALLS: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  explain,
  audit,
  inspect,
  tryMap: ([map]) => tryMap(map),
  compare,
  browse: (args) => callClient('browse', args, hooks),
  search: (args) => callClient('search', args, hooks),
  'agent.ask': (args) => callClient('ask', args, hooks),
  'agent.start': (args) => callClient('start', args, hooks),
  'agent.reset'() {
    endConversation()
    emit('conversation', { change: 'reset', id: undefined })
  },
}

/** Does the calls of `window.svc` that are no part of the first file. What a page passes is not trusted. */
export const runCalls: Run = (name, args) => CALLS[name]?.(args)
