import { HAND_OVER } from '../../api/calls'
import type { Run } from '../../api/stub'
import { warnOnce } from '../../browser/warn-once'
import { emit } from '../../log/listeners'
import { flushSender } from '../../send/sender'
import { rescan } from '../../track/dom-observer'
import { nameList } from '../../track/lists'
import { flushRecording } from '../../track/record'
import { flushTracking } from '../../track/tracking'
import type { Timestamp } from '../../wire/brand'
import type { EventSource } from '../../wire/event-context'
import type { ListContext } from '../../wire/list-context'
import type { ClientHooks } from '../clients/client-hooks'
import { endConversation } from './conversation'
import { flushDataLayer } from './data-layer'
import { explain } from './event-history'
import { audit, compare, inspect, tryMap } from './inspection'
import { callClient } from './lazy-clients'
import { parseList } from './parse-event'
import { track } from './track'
import { warnOfUnknownFields } from './unknown-fields'

type Args = readonly unknown[]

function setList(list: ListContext | undefined) {
  nameList(list)
  rescan()
}

const hooks: ClientHooks = {
  onList: setList,
  onConversation: (change, id) => emit('conversation', { change, id }),
}

function handOver(action: unknown, data: unknown, source: EventSource) {
  warnOfUnknownFields(action, data)
  return track(action, data, source)
}

const CALLS: Readonly<Record<string, (args: Args, at: Timestamp) => unknown>> = {
  track: ([action, data], at) => handOver(action, data, { at }),
  [HAND_OVER]: ([action, data, source]) => handOver(action, data, source as EventSource),
  context([given]) {
    const list = parseList(given)
    if (list || given === undefined) setList(list)
    else warnOnce('svc.context needs {query} or {page}', given)
  },
  explain,
  audit,
  inspect,
  tryMap: ([map]) => tryMap(map),
  compare,
  async flush() {
    flushTracking()
    flushDataLayer()
    flushRecording()
    flushSender()
  },
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
export const runCalls: Run = (name, args, at) => CALLS[name]?.(args, at as Timestamp)
