/** One request that was made, and what the test answers it with. */
export interface FakeRequest {
  readonly url: URL
  readonly init: RequestInit
  readonly answer: (body: BodyInit, options?: ResponseInit) => void
  /** The network fails. */
  readonly fail: () => void
}

/** A `fetch` that answers only when told to, and goes away when its signal fires, as the browser's does. */
export function fakeFetch() {
  const requests: FakeRequest[] = []
  const fetch: typeof globalThis.fetch = (url, init = {}) =>
    new Promise((resolve, reject) => {
      const stop = () => reject(new DOMException('Aborted', 'AbortError'))
      if (init.signal?.aborted) return stop()
      init.signal?.addEventListener('abort', stop)
      requests.push({
        url: new URL(String(url)),
        init,
        answer: (body, options) => resolve(new Response(body, options)),
        fail: () => reject(new TypeError('Failed to fetch')),
      })
    })
  return { fetch, requests }
}

/** Lets everything run that is waiting for nothing but its turn. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
