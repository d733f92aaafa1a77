import { newTracker, trackStructEvent } from '@snowplow/browser-tracker'

// As its documentation advises where pages are left: https://docs.snowplow.io/docs/sources/trackers/web-trackers/tracker-setup/
window.peer = {
  start(url) {
    newTracker('sp', url, { appId: 'shop', keepalive: true, encodeBase64: false })
  },
  track(id) {
    trackStructEvent({ category: 'shop', action: 'cart', label: id })
  },
}
