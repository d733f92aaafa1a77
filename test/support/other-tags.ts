/*
 * Scripts that report like a shop's other tags do: GA4 by hand-written requests, and this contract's pixel by hand.
 */

/** Puts `ga4(query)` and `beacon(query)` on a page: one event in the address, by `fetch` and by `sendBeacon`. */
export const GA4_SCRIPT = `<script>
  const collect = (query) => 'https://www.google-analytics.com/g/collect?v=2&tid=G-1&' + query
  const ga4 = (query) => fetch(collect(query), { method: 'POST', mode: 'no-cors', keepalive: true })
  const beacon = (query) => navigator.sendBeacon(collect(query))
  const batch = (lines) => fetch(collect(''), { method: 'POST', mode: 'no-cors', body: lines })
</script>`

/** Puts `pixel(action, data)` on a page: a request to this contract's tracker as a shop writes it by hand. */
export const pixelScript = (trackerUrl: string) => `<script>
  const pixel = (action, data) => {
    const parameters = { data: JSON.stringify(data), SvcKey: 'OLD', action, uid: 'u-1', t: Date.now() + '|' + Math.random() }
    new Image().src = '${trackerUrl}/v2/1p.jpg?' + new URLSearchParams(parameters)
  }
</script>`
