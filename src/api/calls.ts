import type { Timestamp, UserId } from '../brand'
import type { ListContext } from '../events'
import type { Notice } from '../platform/notice'
import type { LazyCalls } from './clients'
import { listFrom } from './fact-from'
import type { Listeners } from './listeners'
import type { ConsentState } from './settings'
import type { Run } from './stub'
import type { Svc, SvcEvents } from './svc'
import type { Track } from './track'

export interface CallsDeps {
  readonly notice: Notice
  readonly track: Track
  readonly nameList: (list: ListContext | undefined) => void
  readonly setConsent: (state: ConsentState) => void
  readonly identify: (id: UserId) => void
  readonly clients: LazyCalls
  readonly listeners: Listeners<SvcEvents>
  /** Calls that take nothing from the page. */
  readonly bare: Pick<Svc, 'explain' | 'audit' | 'inspect' | 'flush' | 'reset' | 'stop'> & {
    readonly 'agent.reset': () => void
  }
}

type Args = readonly unknown[]

/** Does the calls of `window.svc`. What a page passes is not trusted: whatever is wrong is said, and the call does nothing. */
export function createCalls(deps: CallsDeps): Run {
  const { notice } = deps

  const calls: Readonly<Record<string, (args: Args, at: Timestamp) => unknown>> = {
    ...deps.bare,
    ...deps.clients,
    track: ([action, data], at) => deps.track(action, data, { at }),
    context([given]) {
      const list = listFrom(given)
      if (list || given === undefined) deps.nameList(list)
      else notice('svc.context needs {query} or {page}', given)
    },
    consent([state]) {
      if (/^(granted|denied|hold)$/.test(String(state))) deps.setConsent(state as ConsentState)
      else notice('svc.consent needs granted, denied or hold', state)
    },
    identify([id]) {
      if (typeof id === 'string' && id.trim()) deps.identify(id.trim() as UserId)
      else notice('svc.identify needs a text', id)
    },
    on: ([kind, listener]) =>
      deps.listeners.on(kind as keyof SvcEvents, listener as (detail: unknown) => void),
  }
  // `ready` and `init` are calls, too, with nothing to do any more.
  return (name, args, at) => calls[name]?.(args, at as Timestamp)
}
