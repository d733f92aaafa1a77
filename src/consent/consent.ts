/** `granted`: store and send. `denied`: store, send and watch nothing. `hold`: watch, keep in memory only. */
export type ConsentState = 'granted' | 'denied' | 'hold'

/** Whether we may watch, store and send. */
export interface Consent {
  readonly state: () => ConsentState
  /** What the shop itself says: from then on no signal counts. */
  readonly set: (state: ConsentState) => void
  /** What one consent manager, or the browser, says. Of several the strictest counts. */
  readonly signal: (source: string, state: ConsentState) => void
}

const byStrictness: readonly ConsentState[] = ['denied', 'hold', 'granted']

/**
 * @param start - Counts until somebody says something.
 * @param onChange - Hears each state that is not the one before.
 */
export function createConsent(
  start: ConsentState,
  onChange: (state: ConsentState) => void,
): Consent {
  const signals = new Map<string, ConsentState>()
  let said: ConsentState | undefined
  let state = start

  function settle() {
    const heard = [...signals.values()]
    const next = said ?? byStrictness.find((strict) => heard.includes(strict)) ?? start
    if (next === state) return
    state = next
    onChange(next)
  }

  return {
    state: () => state,
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
