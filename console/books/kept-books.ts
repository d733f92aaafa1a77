import { BOOKS_RESULT_SCHEMA, type Sql } from 'svc-tag-service'
import type { BooksResult } from './books-result.ts'

const KEEP = `
  insert into books_results (site, made_at, result) values (@site, @madeAt, @result)
  on conflict (site) do update set made_at = excluded.made_at, result = excluded.result`

/** Opens the kept results of a store. */
export async function createKeptBooks(store: Sql) {
  await store.exec(BOOKS_RESULT_SCHEMA)

  async function find(site: string): Promise<BooksResult | undefined> {
    const [row] = await store.all<{ readonly result: string }>(
      'select result from books_results where site = @site',
      { site },
    )
    return row && (JSON.parse(row.result) as BooksResult)
  }

  return {
    find,
    /** Keeps a result, but none of its orders. */
    keep({ problems: _orders, ...result }: BooksResult): Promise<void> {
      const { siteKey: site, madeAt } = result
      return store.run(KEEP, { site, madeAt, result: JSON.stringify(result) })
    },
    forget: (site: string): Promise<void> =>
      store.run('delete from books_results where site = @site', { site }),
    /**
     * What was paid back for the orders of some days that were counted, in a currency. `undefined` if the books of none of these days are
     * known.
     *
     * @param first - The first day, `2026-11-05`.
     * @param last - The last day.
     */
    async refunds(site: string, currency: string, first: string, last: string) {
      const known = await find(site)
      if (!known || known.values[0]?.currency !== currency) return undefined
      const days = known.days.filter(({ day }) => day >= first && day <= last)
      const [start, end] = [days.at(0)?.day, days.at(-1)?.day]
      if (start === undefined || end === undefined) return undefined
      return {
        amount: days.reduce((sum, { refunds }) => sum + refunds, 0),
        first: start,
        last: end,
      }
    },
  }
}
