import { createListeners } from './api/listeners'
import type { Settings } from './api/settings'
import type { Run, Stub } from './api/stub'
import type { SvcEvents } from './api/svc'
import type { Markup } from './capture/attributes'
import type { Doing } from './capture/doings'
import { type Capturing, openCapturing } from './open-capturing'
import { openRecording } from './open-recording'
import { openSvc } from './open-svc'
import { openVisitMemory } from './open-visit-memory'
import { openVisitor } from './open-visitor'
import type { Clock } from './platform/clock'
import type { Guard } from './platform/guard'
import type { LoadScript } from './platform/load-script'
import type { Notice } from './platform/notice'
import type { Page } from './platform/page'

export interface RoomsDeps {
  readonly settings: Settings
  readonly page: Page
  readonly guard: Guard
  readonly clock: Clock
  readonly notice: Notice
  readonly stub: Stub
  readonly loadScript: LoadScript
  /** How the page is read. */
  readonly markup: Markup
  /** What was done on the page before it could be read. */
  readonly early: readonly Doing[]
}

/**
 * Opens every room and introduces them to one another: who visits, what is remembered, what records, what watches, and what the
 * page calls. Returns what does the calls.
 */
export function openRooms(given: RoomsDeps): Run {
  const listeners = createListeners<SvcEvents>(given.guard)
  const visitor = openVisitor({
    ...given,
    onConsent(isOther) {
      if (isOther)
        listeners.tell('consent', { state: visitor.consent.state(), at: given.clock.now() })
      capturing.obey()
    },
  })
  const memory = openVisitMemory({ ...given, visitor })
  const known = { ...given, listeners, visitor, memory }
  const recording = openRecording({ ...known, capture: () => capturing.capture() })
  const capturing: Capturing = openCapturing({ ...known, ...recording })
  const run = openSvc({ ...known, ...recording, ...capturing })
  capturing.start(given.early)
  return run
}
