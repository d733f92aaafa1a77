/*
 * What a page may do according to docs/consent.md, worked out from what the shop, the browser and the consent managers said on it. This is
 * the rule itself; nothing in it comes from the tag.
 */

/** `pending` counts as denied until the shopper is asked, but deletes nothing. */
export type Consent = 'granted' | 'hold' | 'pending' | 'denied'

const BY_STRICTNESS = ['denied', 'pending', 'hold', 'granted'] as const

/** The state that the setting `consent` starts with. White space and capitals are forgiven; what cannot be read is `hold`. */
function startOf(written: string | undefined): Consent {
  const word = written?.trim().toLowerCase() ?? 'granted'
  if (word === 'denied') return 'pending'
  return word === 'granted' || word === 'hold' ? word : 'hold'
}

/** The consent of one page. */
export type PageConsent = ReturnType<typeof createConsent>

/**
 * @param onChange - Called with the state after each change.
 */
export function createConsent(written: string | undefined, onChange: (after: Consent) => void) {
  const start = startOf(written)
  const signals = new Map<string, Consent>()
  let explicit: Consent | undefined
  let state: Consent = start

  function update() {
    const wanted = [...signals.values()]
    const before = state
    state = explicit ?? BY_STRICTNESS.find((strict) => wanted.includes(strict)) ?? start
    if (state !== before) onChange(state)
  }

  return {
    state: () => state,
    /** The state while the shopper has not answered a manager. */
    unanswered: (): Consent => (start === 'hold' ? 'hold' : 'pending'),
    /** The shop calls `svc.consent()`, or a refusal arrives from another tab. */
    call(next: Exclude<Consent, 'pending'>) {
      explicit = next
      update()
    },
    /** A consent manager or the browser speaks. */
    signal(source: string, next: Consent) {
      signals.set(source, next)
      update()
    },
  }
}
