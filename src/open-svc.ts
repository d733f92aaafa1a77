import { createCalls } from './api/calls'
import { createLazyClients } from './api/clients'
import type { Listeners } from './api/listeners'
import type { Settings } from './api/settings'
import { addMembers, type Run, type Stub } from './api/stub'
import type { SvcEvents } from './api/svc'
import type { Markup } from './capture/attributes'
import type { ListContext } from './events'
import { createInspection } from './inspector/inspection'
import type { Capturing } from './open-capturing'
import type { Recording } from './open-recording'
import type { VisitMemory } from './open-visit-memory'
import type { Visitor } from './open-visitor'
import type { Clock } from './platform/clock'
import type { Guard } from './platform/guard'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import type { Page } from './platform/page'

export interface OpenSvcDeps extends Recording, Capturing {
  readonly settings: Settings
  readonly page: Page
  readonly guard: Guard
  readonly clock: Clock
  readonly notice: Notice
  readonly stub: Stub
  readonly loadScript: LoadScript
  readonly markup: Markup
  readonly listeners: Listeners<SvcEvents>
  readonly visitor: Visitor
  readonly memory: VisitMemory
}

declare const __VERSION__: string

/** What a page calls: the clients, the inspection, and everything else of `window.svc`. */
export function openSvc(deps: OpenSvcDeps): Run {
  const { settings, page, clock, stub, loadScript, markup, listeners, visitor, memory } = deps
  const { tap, capture, settle, flush, stop } = deps
  const { consent, tab, withLock, current } = visitor
  const { conversation } = memory

  const nameList = (list: ListContext | undefined) => capture()?.context(list)

  /** A call is an activity: it begins a visit, so that even the first request of a page says who visits. */
  const whenKnown = () =>
    new Promise<void>((resolve) => {
      if (current()) return resolve()
      settle()
      // The visit that is being begun is before us in the line.
      withLock('visit', resolve)
    })

  const clients = createLazyClients({
    load: () => loadScript('svc-clients.js'),
    whenKnown,
    deps: {
      ...settings,
      ...clock,
      ...memory,
      fetch: fetch.bind(window),
      user: current,
      onList(list, pids, isContext) {
        memory.addList(pids, list.requestId)
        if (isContext) nameList(list)
      },
      onBegin: (change, id) => listeners.tell('conversation', { change, id }),
    },
  })

  function user() {
    const { uid: id, visitId, visit_type: visitType } = current() ?? {}
    return id && visitId && visitType ? { id, visitId, visitType } : undefined
  }

  const inspection = createInspection({
    ...deps,
    load: loadScript,
    isAllowed: settings.inspect,
    url: page.url(),
    wasOpen: consent.state() === 'granted' && tab.read('inspect') !== undefined,
    tag: {
      version: __VERSION__,
      settings,
      markup,
      entries: tap.entries,
      watch: tap.watch,
      consent: consent.state,
      user,
      look: (element) => capture()?.look(element),
      storage: tab,
    },
  })

  addMembers(stub, { version: __VERSION__, user, conversationId: conversation.id })
  return createCalls({
    ...deps,
    clients,
    nameList,
    setConsent: consent.set,
    identify(id) {
      void flush()
      visitor.identify(id)
    },
    bare: {
      explain: tap.explain,
      ...inspection,
      flush,
      'agent.reset'() {
        conversation.end()
        listeners.tell('conversation', { change: 'reset', id: undefined })
      },
      reset() {
        void flush()
        visitor.reset()
      },
      stop() {
        inspection.stop()
        stop()
      },
    },
  })
}
