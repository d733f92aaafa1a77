import { expect, test } from 'vitest'
import { completeMapping, guessMapping, parseMapping } from '../../books/book-mapping.ts'
import { type BookForm, type BookOrder, readBooks } from '../../books/book-orders.ts'
import { openTable } from '../../books/book-table.ts'

const form: BookForm = { timeZone: 'Europe/Berlin', currency: 'EUR' }

async function* chunksOf(content: Buffer) {
  for (let start = 0; start < content.length; start += 7) yield content.subarray(start, start + 7)
}

async function read(
  content: string | Buffer,
  more: Partial<BookForm> & { readonly map?: readonly string[] } = {},
) {
  const table = await openTable(chunksOf(Buffer.from(content as string)))
  const own = parseMapping(more.map ?? [], table.header)
  const mapping = completeMapping(guessMapping(table.header), own)
  return { mapping, ...(await readBooks(table, mapping, { ...form, ...more })) }
}

const short = ({ id, at, isDay, total, refunded, currency, status, lines }: BookOrder) =>
  [
    id,
    isDay ? new Date(at).toISOString().slice(0, 10) : new Date(at).toISOString(),
    `${total / 1e6} ${currency}`,
    ...(refunded ? [`-${refunded / 1e6}`] : []),
    ...(status === 'paid' ? [] : [status]),
    ...lines.map(({ pid, units }) => `${units}×${pid}`),
  ].join(' ')

// Each as its shop system writes it, and as spreadsheets and other countries do.
test.each<readonly [name: string, csv: string | Buffer, orders: readonly string[]]>([
  [
    'WooCommerce',
    '"Date","Order #","N. Revenue (formatted)","Status","Customer","N. Revenue"\n2026-11-28 15:05:12,1001,"€61.80",completed,Ann,61.80\n',
    ['1001 2026-11-28T14:05:12.000Z 61.8 EUR'],
  ],
  [
    'Magento',
    'ID,"Purchase Point","Purchase Date","Grand Total (Base)","Grand Total (Purchased)",Status,"Total Refunded"\n000000012,Main,"Nov 28, 2026 3:05:12 PM",€61.80,"$1,061.80",complete,0.00\n000000013,Main,"Nov 8, 2026 12:05:12 AM",€1.00,$1.00,closed,0.00\n',
    [
      '000000012 2026-11-28T14:05:12.000Z 1061.8 EUR',
      '000000013 2026-11-07T23:05:12.000Z 1 EUR -1 refunded',
    ],
  ],
  [
    'PrestaShop, with semicolons and a byte order mark',
    '\ufeffID;Reference;Customer;Total;Payment;Status;Date\n1;XKBKNABJK;A. Doe;61,80 €;Bank wire;Payment error;2026-11-28 15:05:12\n2;OHSATSERP;A. Doe;1.061,80 €;Card;Payment accepted;2026-07-01 00:10:00\n',
    [
      'XKBKNABJK 2026-11-28T14:05:12.000Z 61.8 EUR cancelled',
      'OHSATSERP 2026-06-30T22:10:00.000Z 1061.8 EUR',
    ],
  ],
  [
    'Shopify, with a row for each line',
    'Name,Financial Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Refunded Amount,Id\n#1001,partially_refunded,USD,44.80,2026-11-28 15:05:12 -0500,1,Shoe,19.90,S1,19.90,5551\n#1001,,,,,2,"Sock, red",10.00,S2,,\n',
    ['5551 2026-11-28T20:05:12.000Z 44.8 USD -19.9 1×S1 2×S2'],
  ],
  [
    'days before months, several currencies, and a day alone',
    'order;date;total;currency\n1;05/11/2026 09:00;12;EUR\n2;28/11/2026;1 234,5;chf\n3;1/12/26 9:05 am;"1.234,00";CHF\n',
    [
      '1 2026-11-05T08:00:00.000Z 12 EUR',
      '2 2026-11-28 1234.5 CHF',
      '3 2026-12-01T08:05:00.000Z 1234 CHF',
    ],
  ],
  [
    'spreadsheet dates, in tabs and UTF-16',
    Buffer.from('\ufefforder\tdate\ttotal\n1\t46354.5\t12,5\n2\t46355\t(3,00)\n', 'utf16le'),
    ['1 2026-11-28T11:00:00.000Z 12.5 EUR', '2 2026-11-29 0 EUR -3'],
  ],
  [
    'epoch times, ISO times with zones, and clocks that change',
    'order|time|total\n1|1795875912|1\n2|1795875912000|1\n3|2026-11-28T14:25:12Z|1\n4|2026-10-25T01:30+02:00|1\n5|2026-10-25T02:30|1\n',
    [
      ...['1', '2'].map((id) => `${id} 2026-11-28T14:25:12.000Z 1 EUR`),
      '3 2026-11-28T14:25:12.000Z 1 EUR',
      '4 2026-10-24T23:30:00.000Z 1 EUR',
      '5 2026-10-25T01:30:00.000Z 1 EUR',
    ],
  ],
  [
    'repeated rows, refunded lines and totals below the order',
    'order,date,sku,qty,price\n1,2026-11-28,A,2,10.00\n1,2026-11-28,A,2,10.00\n1,2026-11-28,B,1,5.00\n1,2026-11-29,A,-1,10.00\n\n2,2026-11-28,A,1.00,1.234.567\n'.replace(
      '1.234.567',
      '7.5',
    ),
    ['1 2026-11-28 25 EUR -10 2×A 1×B', '2 2026-11-28 7.5 EUR 1×A'],
  ],
  [
    'a credit note in a row of its own',
    "order,date,total\n1,2026-11-28,100.00\n1,2026-11-30,-40.00\n2,2026-11-28,1'000.00\n",
    ['1 2026-11-28 100 EUR -40', '2 2026-11-28 1000 EUR'],
  ],
])('%s is read', async (_name, csv, orders) => {
  const books = await read(csv)
  expect(books.orders.map(short)).toEqual(orders)
})

type Refusal = readonly [csv: string | Buffer, sentence: RegExp, more?: Parameters<typeof read>[1]]

const refusals: readonly Refusal[] = [
  ['', /The file is empty/],
  ['order,date\n', /no orders below/],
  [Buffer.from('PK\u0003\u0004'), /spreadsheet, not a CSV/],
  ['when,what\n1,2\n', /No column looks like an order id.*The columns are when, what/],
  ['order,total\n1,2\n', /No column looks like a time/],
  ['order,date,date\n', /column “date” is there twice/],
  ['order,date\n1,2026-11-28\n2,2026-11-28,9\n', /Row 3 has 3 cells, but the header has 2/],
  ['order,date\n1,"2026-11-28\n', /Line \d+ is not CSV/],
  ['order,date\n1,2026-11-28\n,2026-11-28\n', /Row 3, column “order”: the order id is missing/],
  ['order,date\n1,\n', /Row 2, column “date”: the time is missing/],
  ['order,date\n\n1,2026-02-30\n', /Row 3, column “date”: “2026-02-30” is not a time/],
  ['order,date\n1,yesterday\n', /“yesterday” is not a time/],
  ['order,date\n1,05/11/2026\n', /Row 2, column “date”: “05\/11\/2026” may begin with the day/],
  ['order,date\n1,13/11/2026\n2,11/13/2026\n', /Row 3.*“11\/13\/2026” is not a time/],
  ['order,date,total\n1,2026-11-28,"1,234"\n', /Row 2, column “total”: “1,234” may have a decimal/],
  [
    'order,date,total\n1,2026-11-28,1.50\n2,2026-11-28,"1,5"\n',
    /Row 3.*not an amount with a decimal point/,
  ],
  ['order,date,total\n1,2026-11-28,free\n', /“free” is not an amount/],
  [
    'order,date,total,currency\n1,2026-11-28,1,€€\n1,2026-11-28,1,x\n',
    /not a currency|in row 2 already/,
  ],
  ['order,date,total,currency\n1,2026-11-28,1,coins\n', /Row 2, column “currency”: “coins” is not/],
  ['order,date,total\n1,2026-11-28,1\n1,2026-11-28,2\n', /Row 3.*order 1 is in row 2 already/],
  [
    'order,date,sku,qty\n1,2026-11-28,A,half\n',
    /Row 2, column “qty”: “half” is not a whole number/,
  ],
  ['order,date\n1E+11,2026-11-28\n', /a spreadsheet has rounded the id/],
  [
    Buffer.from('order,date\nGr\xf6\xdfe,2026-11-28\n', 'latin1'),
    /Row 2, column “order”.*not UTF-8/,
  ],
  ['order,date\n1,2\n', /There is no column “when”/, { map: ['time=when'] }],
  ['order,date\n1,2\n', /the fields are id, t, time/, { map: ['when=date'] }],
]

for (const [csv, sentence, more] of refusals)
  test(`${JSON.stringify(String(csv))} is refused: ${sentence}`, async () => {
    await expect(read(csv, more)).rejects.toThrow(sentence)
  })

test('a person decides what the file leaves open', async () => {
  const open = 'order,when,sum\n1,05/11/2026,"1,234"\n'
  const map = ['time=When', 'total=sum']
  const dayFirst = await read(open, { map, dates: 'dmy', mark: ',' })
  expect(dayFirst.orders.map(short)).toEqual(['1 2026-11-05 1.234 EUR'])
  expect(dayFirst.mapping).toEqual({ id: 'order', time: 'when', total: 'sum' })
  const monthFirst = await read(open, { map, dates: 'mdy', mark: '.' })
  expect(monthFirst.orders.map(short)).toEqual(['1 2026-05-11 1234 EUR'])
  expect(
    (await read('order,date,total\n1,2026-11-28,x\n', { map: ['total='] })).orders,
  ).toHaveLength(1)
})

test('columns of few values group orders, and what was left out is said', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `${n},2026-11-28,c${n},${n % 2 ? 'a' : ''}`)
  const { groups, notes } = await read(
    `order,date,customer,payment\n${[...rows, rows[3]].join('\n')}`,
  )
  expect(groups).toEqual([
    { name: 'customer', values: [] },
    { name: 'payment', values: ['', 'a'] },
  ])
  expect(notes).toEqual([
    '1 row repeats another row and is left out.',
    'Times without an offset are read in the time zone Europe/Berlin.',
  ])
})
