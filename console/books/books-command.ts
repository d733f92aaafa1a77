import { createReadStream, existsSync } from 'node:fs'
import { type BooksCommandDeps, parseOptions } from 'svc-tag-service'
import { BookFault } from './book-fault.ts'
import { shareCounted } from './books-result.ts'
import { booksText, mappingText } from './books-text.ts'
import { compareBooks } from './compare-books.ts'

/** The command's help. */
const BOOKS_USAGE = `svc-service books FILE.csv (--db FILE or --store postgres://…) [--site KEY]
  Compares the shop's orders, as CSV (- for standard input), with the events of a store, and says which were not counted, and why.
  --map FIELD=COLUMN   names a column, if the guess is wrong: id, t, time, total, currency, status, refunded, pid, qty, price, user
  --time-zone ZONE     of times without an offset, such as Europe/Berlin; this machine's by default
  --currency CODE      of amounts without a currency; EUR by default
  --decimal . or ,     and --dates dmy or mdy: if no row decides how the file writes them
  --fail-under N       exit code 1 if fewer than N percent of the orders were counted once
  --format text|json   text by default
  Exit code 0: compared; 1: below --fail-under; 2: could not run.`

const text = { type: 'string' } as const

const OPTIONS = {
  ...{ db: text, store: text, site: text, currency: text, decimal: text, dates: text },
  ...{ 'time-zone': text, 'fail-under': text },
  map: { type: 'string', multiple: true },
  format: { type: 'string', default: 'text' },
  help: { type: 'boolean', default: false },
} as const

function oneOf<Text extends string>(
  option: string,
  given: string | undefined,
  allowed: readonly Text[],
): Text | undefined {
  if (given === undefined) return undefined
  const known = allowed.find((one) => one === given)
  if (known !== undefined) return known
  throw new BookFault(`--${option} ${given}: write ${allowed.join(' or ')}.`)
}

function readGiven(args: readonly string[]) {
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  })
  const failUnder = Number(values['fail-under'] ?? 0)
  if (!(failUnder >= 0 && failUnder <= 100)) {
    throw new BookFault(`--fail-under ${values['fail-under']}: write a percentage from 0 to 100.`)
  }
  const timeZone = values['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new BookFault(`--time-zone ${timeZone}: not a time zone; write one like Europe/Berlin.`)
  }
  return {
    ...{ file: positionals[0], help: values.help, failUnder, timeZone },
    store: values.store ?? values.db,
    site: values.site,
    format: oneOf('format', values.format, ['text', 'json']) ?? 'text',
    form: {
      timeZone,
      currency: values.currency ?? 'EUR',
      mark: oneOf('decimal', values.decimal, ['.', ',']),
      dates: oneOf('dates', values.dates, ['dmy', 'mdy']),
      map: values.map ?? [],
    },
  }
}

/** Runs `svc-service books`. Resolves with the exit code; what is wrong goes to standard error in one line. */
export async function runBooks(args: readonly string[], deps: BooksCommandDeps): Promise<number> {
  try {
    return await run(args, deps)
  } catch (error) {
    console.error(`books: ${(error as Error).message}`)
    return 2
  }
}

async function run(args: readonly string[], deps: BooksCommandDeps): Promise<number> {
  const given = readGiven(args)
  if (given.help) {
    console.log(BOOKS_USAGE)
    return 0
  }
  const { file, format, failUnder } = given
  if (!file) throw new BookFault('name the CSV file with the orders, or - for standard input.')
  if (file !== '-' && !existsSync(file)) throw new BookFault(`${file}: there is no such file.`)
  if (!given.store) throw new BookFault('name a store with --db FILE or --store postgres://….')
  const store = await deps.openStore(given.store)
  try {
    const source = file === '-' ? process.stdin : createReadStream(file)
    const result = await compareBooks(source, store, {
      ...given.form,
      siteKey: given.site ?? deps.siteKey,
      onMapping: (mapping) => console.error(mappingText(mapping)),
      onProgress: createProgress(),
    })
    console.log(format === 'json' ? JSON.stringify(result, null, 2) : booksText(result))
    return shareCounted(result) * 100 < failUnder ? 1 : 0
  } finally {
    await store.close()
  }
}

const SAY_EVERY_MS = 1_000

/** Says at most once a second what has been done. */
function createProgress() {
  let said = Date.now()
  return (text: string) => {
    if (Date.now() - said < SAY_EVERY_MS) return
    said = Date.now()
    console.error(text)
  }
}
