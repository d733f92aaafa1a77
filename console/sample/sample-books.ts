import { stringify } from 'csv-stringify/sync'
import { createDraw, type Draw } from 'svc-tag-service'
import { orderReference } from '../books/order-reference.ts'
import { SAMPLE_PREFIX, type SampleEvent } from './sample-visit.ts'

/** Invented books, and the events as they arrive: some orders do not, some arrive twice, and some were never placed. */
export interface SampleBooks {
  readonly events: readonly SampleEvent[]
  /** The books as CSV. */
  readonly csv: string
}

/** The planted causes, by the group that shows them. */
export const PLANTED = {
  /** A payment method of which every second shopper does not come back to the confirmation. */
  missing: { column: 'Payment', value: 'paypal' },
  /** The confirmation that an e-mail links to has no order id, so that it counts again. */
  twice: { column: 'page', value: '/thanks?resent=1' },
  /** The shop's staff look at the confirmation page. */
  extra: { column: 'page', value: '/thanks?preview=1' },
} as const

const PAYMENTS = [
  ...Array.from({ length: 11 }, () => 'card'),
  ...['paypal', 'paypal', 'paypal', 'paypal', 'invoice', 'invoice', 'invoice', 'apple pay'],
]

const LOST_IN = { paypal: 2, others: 250 }
const RESENT_IN = 25
const CANCELLED_IN = 40
const REFUNDED_IN = 20

const HEADER = [
  ...['Order', 'Date', 'Status', 'Total', 'Currency', 'Refunded'],
  ...['Payment', 'Device', 'Country', 'Shipping', 'Product', 'Quantity', 'Unit price'],
]

const SHIPPING = 4.9
const HOUR_MS = 3_600_000
const FIRST_ID = 10_001

/** Invents the books of sample traffic. Pure. */
export function withBooks(
  walks: readonly SampleEvent[],
  { siteKey, seed = 7 }: { readonly siteKey: string; readonly seed?: number },
): SampleBooks {
  const rows: (readonly string[])[] = []
  const changed = new Map<SampleEvent, SampleEvent | undefined>()
  const added: SampleEvent[] = []
  /** When the visits of lost orders end: at the payment. */
  const ends = new Map<unknown, number>()
  const placed = walks.filter(({ action }) => action === 'order')
  const carts = new Map(
    walks
      .filter(({ action }) => action === 'cart')
      .map((event) => [`${event.uid} ${event.data.pid}`, event]),
  )
  const end = walks.at(-1)?.at ?? 0

  function lose(event: SampleEvent, cart: SampleEvent | undefined) {
    changed.set(event, undefined)
    if (!cart) return
    changed.set(cart, movedTo(cart, '/checkout/payment'))
    ends.set(cart.data.visitId, cart.at)
  }

  for (const [index, event] of placed.entries()) {
    const draw = createDraw(seed, -1 - index)
    const id = String(FIRST_ID + index)
    const payment = draw.oneOf(PAYMENTS)
    rows.push(rowOf(event, { id, payment, draw }))
    const cart = carts.get(`${event.uid} ${event.data.pid}`)
    if (draw.chance(payment === 'paypal' && cart ? LOST_IN.paypal : LOST_IN.others)) {
      lose(event, cart)
      continue
    }
    const known = withData(event, { ref: orderReference(siteKey, id) })
    changed.set(event, known)
    added.push(...openedAgain(event, index, draw).filter(({ at }) => at < end))
  }
  const kept = walks
    .filter(({ at, data }) => at <= (ends.get(data.visitId) ?? at))
    .flatMap((event) => (changed.has(event) ? (changed.get(event) ?? []) : event))
  return {
    events: [...kept, ...added].sort((one, other) => one.at - other.at),
    csv: stringify([HEADER, ...rows]),
  }
}

const withData = (event: SampleEvent, data: SampleEvent['data']): SampleEvent => ({
  ...event,
  data: { ...event.data, ...data },
})

const movedTo = (event: SampleEvent, path: string) =>
  withData(event, { url: new URL(path, String(event.data.url)).href })

/** The further events of a confirmation: its shopper follows the link in an e-mail, or the staff look at it. */
function openedAgain(event: SampleEvent, index: number, draw: Draw): readonly SampleEvent[] {
  const later = event.at + draw.between(1, 5) * HOUR_MS
  const resent = { ...reopened(event, 'resent', `r${index}`), at: later }
  const preview = { ...reopened(event, 'preview', `t${index}`), at: event.at + HOUR_MS / 3 }
  return [
    ...(draw.chance(RESENT_IN) ? [resent] : []),
    ...(index % 60 === 30 ? [{ ...preview, uid: `${SAMPLE_PREFIX}staff` }] : []),
  ]
}

/** The confirmation, opened again on a page of its own. */
function reopened(event: SampleEvent, why: string, page: string): SampleEvent {
  const seq = `${page.padStart(8, '0')}.1`
  const visitId = `${SAMPLE_PREFIX}${why}.${page}`
  return withData(movedTo(event, `/thanks?${why}=1`), {
    ...{ seq, referrer: '', visitId, visit_type: 'repeat' },
    ...(why === 'preview' && { pid: `sample-${page}`, price: '1.00' }),
  })
}

function rowOf(
  { at, browser, data }: SampleEvent,
  { id, payment, draw }: { readonly id: string; readonly payment: string; readonly draw: Draw },
): readonly string[] {
  const goods = Number(data.price) * Number(data.qty)
  const status = draw.chance(CANCELLED_IN) ? 'cancelled' : 'completed'
  const isRefunded = status === 'completed' && draw.chance(REFUNDED_IN)
  const date = new Date(at - draw.between(1, 20) * 1_000).toISOString()
  return [
    ...[id, date, status, (goods + SHIPPING).toFixed(2), 'EUR'],
    isRefunded ? goods.toFixed(2) : '',
    payment,
    /phone/.test(browser) ? 'mobile' : 'desktop',
    draw.oneOf(['DE', 'DE', 'DE', 'AT', 'CH', 'NL']),
    draw.oneOf(['standard', 'standard', 'express', 'pick-up']),
    ...[String(data.pid), String(data.qty), String(data.price)],
  ]
}
