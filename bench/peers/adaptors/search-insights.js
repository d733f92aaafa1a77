import insights from 'search-insights'
import { watchNaively } from '../../../test/support/references/naive.js'
import { gather, watchClicks } from '../../../test/support/references/telling.js'

window.peer = {
  start(url) {
    insights('init', {
      appId: 'APP',
      apiKey: 'key',
      host: url,
      useCookie: true,
      userToken: 'shopper',
    })
  },
  track(id) {
    insights('convertedObjectIDs', { index: 'shop', eventName: 'cart', objectIDs: [id] })
  },
  watch(dwellMs) {
    // An event has room for twenty: https://www.algolia.com/doc/rest-api/insights/
    const tell = gather((pids) => {
      for (let at = 0; at < pids.length; at += 20)
        insights('viewedObjectIDs', {
          index: 'shop',
          eventName: 'seen',
          objectIDs: pids.slice(at, at + 20),
        })
    })
    watchNaively(tell, dwellMs)
    watchClicks((pid) =>
      insights('clickedObjectIDs', { index: 'shop', eventName: 'clicked', objectIDs: [pid] }),
    )
  },
}
