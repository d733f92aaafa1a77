import {
  SnowplowElementTrackingPlugin,
  startElementTracking,
} from '@snowplow/browser-plugin-element-tracking'
import { newTracker, trackStructEvent } from '@snowplow/browser-tracker'
import { watchClicks } from '../../../test/support/references/telling.js'

// As its documentation advises where pages are left: https://docs.snowplow.io/docs/sources/trackers/web-trackers/tracker-setup/
window.peer = {
  start(url) {
    newTracker('sp', url, {
      appId: 'shop',
      keepalive: true,
      encodeBase64: false,
      plugins: [SnowplowElementTrackingPlugin()],
    })
  },
  track(id) {
    trackStructEvent({ category: 'shop', action: 'cart', label: id })
  },
  watch(dwellMs) {
    startElementTracking({
      elements: {
        name: 'tile',
        selector: '[data-svc-product]',
        expose: { when: 'element', minPercentage: 0.5, minTimeMillis: dwellMs },
        details: { dataset: ['svcProduct'] },
      },
    })
    watchClicks((pid) => trackStructEvent({ category: 'shop', action: 'click', label: pid }))
  },
}
