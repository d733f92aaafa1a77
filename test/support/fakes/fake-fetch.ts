/** One request, and how the test answers it. */
export interface FakeRequest {
  readonly url: URL
  readonly init: RequestInit
  readonly answer: (body: BodyInit, options?: ResponseInit) => void
  /** The network fails. */
  readonly fail: () => void
}

/** A `fetch` that responds only when the test says so, and rejects when its signal is aborted, as the browser's does. */
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

/** Runs everything that waits only for its turn. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
