import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createEventStore, openStore, type Sql } from 'svc-tag-service'

/*
 * Measures `svc-service books`: processor time and memory of comparing a shop's orders with its events. `npm run bench -- books` takes
 * 100,000 orders and 2 million events; `-- --orders 1000` fewer. Twenty events belong to each order.
 */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, compare: { type: 'string' } },
})

const EVENTS_PER_ORDER = 20
const FIRST_AT = Date.UTC(2026, 8, 1)
const ORDER_EVERY_MS = 40_000
const PRODUCTS = 2_400

const siteKey = 'bench-site'

/** A number below `below` for an order, the same in each run. */
const drawn = (order: number, of: string, below: number): number =>
  createHash('md5').update(`${order} ${of}`).digest().readUInt32BE() % below

/** One order in ten is paid by PayPal, and half of these do not come back to the confirmation. */
const paymentOf = (order: number) => (drawn(order, 'payment', 10) === 0 ? 'paypal' : 'card')
const isLost = (order: number) => paymentOf(order) === 'paypal' && drawn(order, 'lost', 2) === 0

const linesOf = (order: number) =>
  Array.from({ length: 1 + drawn(order, 'lines', 3) }, (_, line) => ({
    pid: `P${drawn(order, `pid ${line}`, PRODUCTS)}`,
    qty: String(1 + drawn(order, `qty ${line}`, 2)),
    price: `${5 + drawn(order, `price ${line}`, 90)}.95`,
  }))

const timeOf = (order: number) => FIRST_AT + order * ORDER_EVERY_MS

/** A row for each product of an order, as shop systems export them. */
function bookRows(order: number): readonly string[] {
  const lines = linesOf(order)
  const total = lines.reduce((sum, { qty, price }) => sum + Number(qty) * Number(price), 4.9)
  return lines.map(({ pid, qty, price }) =>
    [
      ...[10_000 + order, new Date(timeOf(order)).toISOString(), 'paid', total.toFixed(2), 'EUR'],
      ...[paymentOf(order), order % 3 === 0 ? 'DE' : 'FR', `t${order}`, pid, qty, price],
    ].join(','),
  )
}

const INSERT = `
  insert into tracker_events
    (id, key, site, action, uid, visit_id, t, at, data, reasons, notes, query, is_good, browser, received_at, origin)
  values (?, ?, '${siteKey}', ?, ?, ?, ?, ?, ?, '[]', '[]', '', 1, '', ?, '') returning id`

/** What the shopper of an order did: look at products, put those of the order into the cart, and order. */
function visitOf(order: number) {
  const products = linesOf(order)
  const carts = products.map((line) => ({ action: 'cart', page: 'shoes', own: line }))
  const isOrder = !isLost(order)
  const ordered = { action: 'order', page: 'checkout', own: { products } }
  const looks = Array.from({ length: EVENTS_PER_ORDER - carts.length - Number(isOrder) }, () => ({
    ...{ action: 'impression', page: 'shoes', own: { pid: `P${order % PRODUCTS}` } },
  }))
  return [...looks, ...carts, ...(isOrder ? [ordered] : [])]
}

function eventsOf(order: number) {
  const [uid, visitId] = [`user-${order}`, `visit-${order}`]
  return visitOf(order).map(({ action, page, own }, index) => {
    const at = timeOf(order) - (EVENTS_PER_ORDER - index) * 1_000
    const t = action === 'order' ? `t${order}` : `${at}|${index}`
    const seq = `${String(order).padStart(8, '0')}.${index + 1}`
    const data = { visitId, url: `https://shop.example/${page}`, seq, ...own }
    const id = order * EVENTS_PER_ORDER + index + 1
    return [id, `${uid} ${id}`, action, uid, visitId, t, at, JSON.stringify(data), at]
  })
}

/** Whole orders, a few thousand events at a time. */
async function fill(store: Sql, orders: number) {
  await createEventStore(store)
  const portion = 500
  for (let first = 0; first < orders; first += portion) {
    const rows = Array.from({ length: Math.min(portion, orders - first) }, (_, index) =>
      eventsOf(first + index),
    ).flat()
    await store.transaction((statements) => statements.each(INSERT, rows))
  }
}

/** In a process of its own, so that neither the invented books nor the store's writing count. */
async function compare(folder: string) {
  const { runBooks } = await import('svc-tag-console')
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const store = join(folder, 'events.db')
  await runBooks([join(folder, 'books.csv'), '--db', store, '--map', 't=Token'], {
    openStore,
    siteKey,
  })
  const { user, system } = process.cpuUsage(before)
  const memory = process.resourceUsage().maxRSS / 1_024
  console.log(
    `${((performance.now() - startedAt) / 1_000).toFixed(1)} s  processor ${((user + system) / 1e6).toFixed(1)} s  memory ${memory.toFixed(0)} MB`,
  )
}

async function measure(orders: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-books-'))
  try {
    const header =
      'Order,Date,Status,Total,Currency,Payment,Country,Token,Product,Quantity,Unit price'
    const rows = Array.from({ length: orders }, (_, order) => bookRows(order)).flat()
    writeFileSync(join(folder, 'books.csv'), [header, ...rows].join('\n'))
    const store = await openStore(join(folder, 'events.db'))
    await fill(store, orders)
    await store.close()
    const own = fileURLToPath(import.meta.url)
    execFileSync(process.execPath, ['--import', 'tsx', own, '--compare', folder], {
      stdio: 'inherit',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await (values.compare === undefined ? measure(Number(values.orders)) : compare(values.compare))
