import posthog from 'posthog-js'
import { watchNaively } from '../../../test/support/references/naive.js'
import { gather } from '../../../test/support/references/telling.js'

window.peer = {
  start(url) {
    posthog.init('phc_key', {
      api_host: url,
      // Only what the others do, too.
      autocapture: true,
      capture_pageview: false,
      capture_pageleave: false,
      disable_session_recording: true,
      disable_surveys: true,
      disable_external_dependency_loading: true,
      opt_out_useragent_filter: true,
    })
  },
  track(id) {
    posthog.capture('cart', { id })
  },
  // Clicks are what autocapture is for.
  watch(dwellMs) {
    watchNaively(
      gather((pids) => posthog.capture('products seen', { pids })),
      dwellMs,
    )
  },
}
