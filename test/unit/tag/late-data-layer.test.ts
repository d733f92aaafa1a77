import { expect, test } from 'vitest'
import { createPlayedShop } from './played-shop'

const cart = (id: string) => ({
  event: 'add_to_cart',
  ecommerce: { currency: 'EUR', items: [{ item_id: id, quantity: 1, price: 5 }] },
})

for (const [state, arrived] of [
  ['denied', ['P2']],
  ['hold', ['P1', 'P2']],
] as const)
  test(`of what a dataLayer got before consent was given, ${state} forgets ${state === 'denied' ? 'all' : 'nothing'}`, () => {
    const shop = createPlayedShop({
      ...{ hasOneTracker: false, declaresRepeats: false, isGpcOn: false, hasTcf: false },
      ...{ database: 'well', texts: 'well', locks: 'well', consent: state },
      ...{ hasDataLayer: true, lacksCurrentScript: false, lacksParts: false },
      settings: { dataLayer: 'true' },
    })
    const page = shop.open(0, 'uk')
    const push = (id: string) =>
      page.run(() => void (page.window.dataLayer as unknown[]).push(cart(id)))
    push('P1')
    shop.pass(3_000)
    page.consent.call('granted')
    page.run(() => void page.svc().consent('granted'))
    shop.pass(20)
    push('P2')
    shop.pass(15_000)
    const pids = shop.network.sent.flatMap(({ action, url }) =>
      action === 'cart' ? [JSON.parse(new URL(url).searchParams.get('data') ?? '{}').pid] : [],
    )
    expect(pids).toEqual(arrived)
    expect(shop.mishaps).toEqual([])
  })

for (const { consent, answer, arrived } of [
  { consent: 'granted', answer: 'denied', arrived: ['P1'] },
  { consent: 'hold', answer: 'granted', arrived: ['P1', 'P2'] },
] as const)
  test(`a script that has loaded long ago makes a dataLayer with ${answer}, heard before the next event`, () => {
    const shop = createPlayedShop({
      ...{ hasOneTracker: false, declaresRepeats: false, isGpcOn: false, hasTcf: false },
      ...{ database: 'well', texts: 'well', locks: 'well', consent },
      ...{ hasDataLayer: false, lacksCurrentScript: false, lacksParts: false },
    })
    const page = shop.open(0, 'uk')
    const report = (pid: string) => page.run(() => void page.svc().track('click', { pid }))
    report('P1')
    shop.pass(3_000)
    page.consent.call(answer)
    page.run(() => {
      page.window.dataLayer = [['consent', 'update', { analytics_storage: answer }]]
    })
    report('P2')
    shop.pass(15_000)
    const pids = shop.network.sent.flatMap(({ action, url }) =>
      action === 'click' ? [JSON.parse(new URL(url).searchParams.get('data') ?? '{}').pid] : [],
    )
    expect(pids).toEqual(arrived)
    expect(shop.mishaps).toEqual([])
  })
