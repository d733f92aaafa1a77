/**
 * Makes a request without an event or cookies. Resolves with `late` if there is no response within the time (ms), and with `undefined` if the
 * request fails.
 */
export async function requestHead(url: string, mode: RequestMode, patienceMs: number) {
  const patience = new AbortController()
  const { signal } = patience
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    return await fetch(url, {
      method: 'HEAD',
      mode,
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
  } catch {
    return signal.aborted ? ('late' as const) : undefined
  } finally {
    clearTimeout(timer)
  }
}
