/** `granted`: store and send. `denied`: store, send and watch nothing. `hold`: watch, keep in memory only. */
export type ConsentState = 'granted' | 'denied' | 'hold'

/** What somebody says: `unasked` is denied until the shopper has been asked. It takes nothing back. */
export type Signal = ConsentState | 'unasked'

/** Whether we may watch, store and send. */
export interface Consent {
  readonly state: () => ConsentState
  /** Denied by somebody, and not only for want of an answer: what was kept must go. */
  readonly isRefused: () => boolean
  /** What the shop itself says: from then on no signal counts. */
  readonly set: (state: ConsentState) => void
  /** What one consent manager, or the browser, says. Of several the strictest counts. */
  readonly signal: (source: string, signal: Signal) => void
}

const byStrictness: readonly Signal[] = ['denied', 'unasked', 'hold', 'granted']

/**
 * @param start - Counts until somebody says something. That it is `denied` refuses nothing yet.
 * @param onChange - Hears whether there is another state; there is none when what nobody was asked for is refused.
 */
export function createConsent(start: ConsentState, onChange: (isOther: boolean) => void): Consent {
  const unasked = start === 'denied' ? 'unasked' : start
  const signals = new Map<string, Signal>()
  let said: ConsentState | undefined
  let heard: Signal = unasked

  const state = () => (heard === 'unasked' ? 'denied' : heard)

  function settle() {
    const all = [...signals.values()]
    const next = said ?? byStrictness.find((strict) => all.includes(strict)) ?? unasked
    if (next === heard) return
    const before = state()
    heard = next
    onChange(state() !== before)
  }

  return {
    state,
    isRefused: () => heard === 'denied',
    set(next) {
      said = next
      settle()
    },
    signal(source, next) {
      signals.set(source, next)
      settle()
    },
  }
}
