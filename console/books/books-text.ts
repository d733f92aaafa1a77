import { BOOK_FIELDS, type BookField, type BookMapping } from './book-mapping.ts'
import {
  type BooksResult,
  type CountedCause,
  type Finding,
  MAX_TRACED,
  shareCounted,
} from './books-result.ts'

const whole = new Intl.NumberFormat('en')
const count = (value: number) => whole.format(value)

/** A share with as many digits as it needs: `11 %`, `0.6 %`. */
export const percent = (share: number): string =>
  `${share === 1 || share === 0 || share >= 0.1 ? Math.round(share * 100) : (share * 100).toFixed(1)} %`

const plural = (value: number, one: string, several = `${one}s`) =>
  `${count(value)} ${value === 1 ? one : several}`

/** What each column of the books is taken for. */
export function mappingText(mapping: BookMapping): string {
  const lines = Object.entries(mapping).map(
    ([field, column]) => `  ${field.padEnd(9)} ${column}: ${BOOK_FIELDS[field as BookField]}`,
  )
  return ['columns:', ...lines].join('\n')
}

/** What a cause means, and where to read what to do about it. */
export interface CauseWords {
  readonly text: string
  /** A page of the documentation, without its suffix. */
  readonly doc: string
}

/** Explains a cause. */
export function causeWords({ kind, detail, orders }: CountedCause): CauseWords {
  switch (kind) {
    case 'left':
      return {
        text: `${plural(orders, 'visit ends', 'visits end')} at ${detail || 'an unknown page'}: the shopper never came back to the confirmation. Report these orders from your server`,
        doc: 'backend-events',
      }
    case 'refused':
      return {
        text: `${plural(orders, 'order event was', 'order events were')} refused by the tracker: ${detail}`,
        doc: 'events',
      }
    case 'unreported':
      return {
        text: `${plural(orders, 'visit')} opened ${detail}, which reported no order: check its markup with the audit`,
        doc: 'audit',
      }
    case 'lost':
      return {
        text: `events of ${plural(orders, 'visit')} were lost on the way: see Delivery in Analytics`,
        doc: 'delivery',
      }
    case 'no-visit':
      return {
        text: `no visit had the products of ${plural(orders, 'order')} in its cart: consent was refused, the tag blocked, or the order not placed on the pages`,
        doc: 'books',
      }
    case 'unclear':
      return {
        text: `the visit of ${plural(orders, 'order')} is unclear: several are possible, or the books have neither products nor user ids`,
        doc: 'books',
      }
    case 'untraced':
      return {
        text: `${plural(orders, 'further order')} ${orders === 1 ? 'is' : 'are'} missing: only the first ${count(MAX_TRACED)} are traced to their visits`,
        doc: 'books',
      }
  }
}

const causeText = (cause: CountedCause): string => {
  const { text, doc } = causeWords(cause)
  return `${text} (docs/${doc})`
}

const PROBLEMS = { missing: 'missing', twice: 'counted twice', extra: 'events without an order' }

/** One finding as a sentence: `missing, by payment: paypal 7 of 61 (11 %, usual 0.6 %)`. */
export function findingText({ problem, column, value, wrong, all, usual }: Finding): string {
  const group = value === '' ? '(empty)' : value
  const numbers = `${count(wrong)} of ${count(all)} (${percent(wrong / all)}, usual ${percent(usual)})`
  return `${PROBLEMS[problem]}, by ${column.toLowerCase()}: ${group} ${numbers}`
}

function periodText({ from, to, timeZone }: BooksResult): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  return `${format.formatRange(from, to)}, ${timeZone}`
}

const money = (value: number) => whole.format(Math.round(value))

/** The result for people, at a terminal. */
export function booksText(result: BooksResult): string {
  const { orders, once, twice, missing, extra, statuses, certainty, repeats } = result
  const notCertain = [
    certainty.likely > 0 && `${count(certainty.likely)} by products and time`,
    certainty.possible > 0 && `${count(certainty.possible)} by value and time`,
  ].filter(Boolean)
  const findings = result.findings.flatMap((finding) => [
    findingText(finding),
    ...finding.causes.slice(0, 2).map((cause) => `  ${causeText(cause)}`),
  ])
  const hasMissingFinding = result.findings.some(({ problem }) => problem === 'missing')
  const others = hasMissingFinding ? [] : result.causes.map((cause) => `  ${causeText(cause)}`)
  return [
    `${plural(orders, 'order')} in the books, ${periodText(result)}${statuses.cancelled > 0 ? `; ${count(statuses.cancelled)} cancelled ones left out` : ''}`,
    `${count(once)} counted once (${percent(shareCounted(result))}) · ${count(missing)} missing · ${count(twice)} counted twice · ${plural(extra, 'event')} without an order`,
    ...(notCertain.length > 0 ? [`found without an id: ${notCertain.join(', ')}`] : []),
    ...(repeats > 0 ? [`${plural(repeats, 'repeated report')} of counted orders left out`] : []),
    ...findings,
    ...(missing > 0 && others.length > 0 ? ['missing:', ...others] : []),
    ...result.values.map(
      ({ currency, books, counted, refunds }) =>
        `value, ${currency}: ${money(books)} in the books, ${money(counted)} counted (${percent(books > 0 ? counted / books : 1)})${refunds > 0 ? `; refunds ${money(refunds)}` : ''}`,
    ),
    ...result.notes,
  ].join('\n')
}
