import { keyOfEvent } from './event-row.ts'
import type { Statements } from './sql.ts'
import type { LoggedEvent } from './stored-event.ts'

/** The key of the event that first reported an order, by the order's reference. */
export const ORDER_REF_SCHEMA = `
  create table if not exists order_refs (
    site text not null,
    ref text not null,
    key text not null,
    primary key (site, ref)
  ) strict;
  create index if not exists order_refs_of_key on order_refs (key);
`

const CLAIM = `
  insert into order_refs (site, ref, key) values (?, ?, ?)
  on conflict (site, ref) do update set key = order_refs.key
  returning key`

/**
 * The keys under which good orders with a reference are stored: whoever reports an order later has the key of the first report, so that
 * the order is stored once. Other events keep their own key.
 */
export async function orderKeys(
  statements: Statements,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<LoggedEvent, string>> {
  const orders = events.flatMap((event) => {
    const ref = refOf(event)
    return ref ? [{ event, ref, name: JSON.stringify([event.site, ref]) }] : []
  })
  if (orders.length === 0) return new Map()
  const firsts = new Map([...orders].reverse().map((order) => [order.name, order]))
  // Always in the same order, so that two writers cannot deadlock.
  const claims = [...firsts.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const rows = await statements.each<{ readonly key: string }>(
    CLAIM,
    claims.map(({ event, ref }) => [event.site, ref, keyOfEvent(event)]),
  )
  const keys = new Map(claims.map(({ name }, index) => [name, rows[index]?.key ?? '']))
  return new Map(orders.map(({ event, name }) => [event, keys.get(name) ?? '']))
}

/** The reference of a good order; empty for anything else. */
function refOf({ action, reasons, data }: LoggedEvent): string {
  if (action !== 'order' || reasons.length > 0) return ''
  const { ref } = data as { readonly ref?: unknown }
  return typeof ref === 'string' ? ref : ''
}
