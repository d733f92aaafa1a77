import { createRelay } from '@coveo/relay'

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
}
