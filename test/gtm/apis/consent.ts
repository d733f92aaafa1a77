import type { Api, Apis } from './api.ts'

/** The consent APIs, over states that begin unset. */
export function consentApis(): Apis {
  const states = new Map<string, boolean>()
  const listeners: { type: string; call: Api }[] = []
  // A type that was never set counts as granted.
  const isGranted = (type: string) => states.get(type) ?? true

  function set(type: string, granted: boolean) {
    const isChange = isGranted(type) !== granted
    states.set(type, granted)
    if (!isChange) return
    for (const listener of listeners) if (listener.type === type) listener.call(type, granted)
  }

  const change: Api = (given: Readonly<Record<string, unknown>>) => {
    for (const [type, state] of Object.entries(given)) {
      if (state === 'granted' || state === 'denied') set(type, state === 'granted')
    }
  }

  return {
    isConsentGranted: isGranted,
    addConsentListener: (type, call) => void listeners.push({ type, call }),
    setDefaultConsentState: change,
    updateConsentState: change,
  }
}
