import { createRelay } from '@coveo/relay'
import { watchNaively } from '../../../test/support/references/naive.js'
import { gather, watchClicks } from '../../../test/support/references/telling.js'

let relay

window.peer = {
  start(url) {
    relay = createRelay({ url, token: 'token', trackingId: 'shop', mode: 'emit' })
  },
  track(id) {
    relay.emit('ec.cartAction', {
      action: 'add',
      currency: 'EUR',
      quantity: 1,
      product: { productId: id, name: id, price: 1 },
    })
  },
  watch(dwellMs) {
    watchNaively(
      gather((products) => relay.emit('shop.seen', { products })),
      dwellMs,
    )
    watchClicks((id) =>
      relay.emit('ec.productClick', {
        currency: 'EUR',
        position: 1,
        product: { productId: id, name: id, price: 1 },
      }),
    )
  },
}
