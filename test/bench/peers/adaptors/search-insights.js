import insights from 'search-insights'

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
}
