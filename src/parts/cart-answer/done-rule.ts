import { attempt } from '../../browser/guard'
import { getOwn } from '../../wire/fields'

/** What the page shows when a product is in the cart. The first that happens counts; selectors and expressions are the shop's. */
export interface DoneRule {
  /** A CSS selector of something that appears, or whose text changes. */
  readonly appears?: string
  /** A CSS selector of something that is always there and whose text changes, such as the number of products in the cart. */
  readonly changes?: string
  /** The name of a DOM event. */
  readonly event?: string
  /** A regular expression for the address of a request that the page makes with `fetch` or `XMLHttpRequest`, and that succeeds. */
  readonly response?: string
  /** A regular expression for the path of the page that follows. */
  readonly page?: string
  /** For how many seconds after the press an answer counts. */
  readonly within?: number
  /** What is done without an answer. By default, the press does not count. */
  readonly otherwise?: 'counts'
}

const TEXTS = ['appears', 'changes', 'event', 'response', 'page'] as const

/** Whether the selectors and expressions of a rule are valid. */
const isValid = ({ appears = '*', changes = '*', response = '', page = '' }: DoneRule) =>
  attempt(() => {
    for (const selector of [appears, changes]) new DocumentFragment().querySelector(selector)
    return [response, page].map((pattern) => new RegExp(pattern)).length
  }) !== undefined

/** Reads `data-svc-cart-done`: a selector, or a rule as JSON. `undefined` if it is malformed. */
export function parseDone(text: string): DoneRule | undefined {
  const given: unknown = text.startsWith('{')
    ? attempt(() => JSON.parse(text) as unknown)
    : { appears: text }
  const texts = TEXTS.flatMap((name) => {
    const value = getOwn(given, name)
    return typeof value === 'string' && value ? [[name, value] as const] : []
  })
  const within = Number(getOwn(given, 'within') ?? 10)
  const rule: DoneRule = {
    ...Object.fromEntries(texts),
    within: within > 0 ? within : 10,
    ...(getOwn(given, 'otherwise') === 'counts' && { otherwise: 'counts' }),
  }
  return texts.length && isValid(rule) ? rule : undefined
}
