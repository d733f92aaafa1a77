import {
  type Ignore,
  type ListContext,
  linesOf,
  type OrderLineData,
  type Origin,
  type Report,
} from '../events'
import { factFrom, orderIdFrom } from './fact-from'

export interface TrackDeps {
  readonly report: Report
  /** Hears why something handed over is not sent. */
  readonly refuse: Ignore
  /** The list that is meant when none is named. */
  readonly context: () => ListContext | undefined
  /** Whether an order was not counted before; remembers it. */
  readonly isNewOrder: (id: string | undefined, lines: readonly OrderLineData[]) => boolean
  /** A page may ask for the visitor event, which is not its own to send: there is one per visit. */
  readonly onVisitor: (origin: Origin) => void
}

/** Reports what is handed over by a call, by a server's JSON block or by a tag manager. */
export type Track = (action: unknown, data: unknown, origin?: Origin) => void

/** What is wrong with the data is told by `refuse`, and nothing is sent. */
export function createTrack(deps: TrackDeps): Track {
  const { report, refuse, context, isNewOrder, onVisitor } = deps

  return (action, data, origin = {}) => {
    const fact = factFrom(action, data, context())
    if (typeof fact === 'string') refuse(fact, origin)
    else if (fact.action === 'visitor') onVisitor(origin)
    else if (fact.action === 'order' && !isNewOrder(orderIdFrom(data), linesOf(fact.data)))
      refuse('this order was counted before', { ...origin, action: fact.action })
    else report(fact, origin)
  }
}
