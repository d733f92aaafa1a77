/** A mistake that somebody could make, and the unit tests that must notice it. */
export interface PlantedFault {
  readonly what: string
  readonly file: string
  /** Text that stands in the file once. */
  readonly from: string
  readonly to: string
  /** Paths of tests, as Playwright filters them. */
  readonly tests: string
}

const wire = 'test/unit/events'
const delivery = 'test/unit/delivery test/unit/platform'

/** One mistake for each decision that a shop would pay for. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    what: 'a price is rounded to two decimals',
    file: 'src/wire/price-text.ts',
    from: 'PRICE_DECIMALS = 6',
    to: 'PRICE_DECIMALS = 2',
    tests: wire,
  },
  {
    what: 'a quantity of 0 is sent',
    file: 'src/wire/quantity-text.ts',
    from: '0*[1-9]',
    to: '0*[0-9]',
    tests: wire,
  },
  {
    what: 'quotation marks are not escaped in JSON',
    file: 'src/wire/json-text.ts',
    from: '["\\\\\\t',
    to: '[\\\\\\t',
    tests: wire,
  },
  {
    what: 'an e-mail address in a query stays',
    file: 'src/wire/scrub-url.ts',
    from: '&& isClean(pair)',
    to: '',
    tests: 'test/unit/consent',
  },
  {
    what: 'an address encoded twice is not cleaned',
    file: 'src/wire/scrub-url.ts',
    from: 'decoded(decoded(decoded(part)))',
    to: 'decoded(part)',
    tests: 'test/unit/consent',
  },
  {
    what: 'Retry-After is not kept',
    file: 'src/parts/recovery/retry-policy.ts',
    from: 'Math.max(health.pausedUntil, now + askedMs)',
    to: 'now',
    tests: delivery,
  },
  {
    what: 'an answer ends the pause that the tracker asked for',
    file: 'src/parts/recovery/retry-policy.ts',
    from: '  pausedUntil,\n  hasAnswered: true',
    to: '  hasAnswered: true',
    tests: delivery,
  },
  {
    what: 'Retry-After has no upper limit',
    file: 'src/parts/recovery/retry-after.ts',
    from: 'Math.min(delayMs, LONGEST_MS)',
    to: 'delayMs',
    tests: delivery,
  },
  {
    what: 'orders are given up before impressions',
    file: 'src/parts/recovery/overflow.ts',
    from: 'Number(other.key[0]) - Number(one.key[0])',
    to: 'Number(one.key[0]) - Number(other.key[0])',
    tests: delivery,
  },
  {
    what: 'both parts of a split event have one t',
    file: 'src/parts/recovery/split-event.ts',
    from: '{ ...second, t: newId() }',
    to: 'second',
    tests: delivery,
  },
  {
    what: 'an event on lease with another page is sent',
    file: 'src/parts/recovery/judge.ts',
    from: 'until <= now',
    to: 'until > 0',
    tests: delivery,
  },
  {
    what: 'events are sent after a year',
    file: 'src/parts/recovery/judge.ts',
    from: '604_800_000',
    to: '60_480_000_000',
    tests: delivery,
  },
  {
    what: 'a forged record without a query is sent',
    file: 'src/parts/recovery/parse-entry.ts',
    from: "search: 'query'",
    to: "search: ''",
    tests: `${delivery} test/unit/fuzz`,
  },
  {
    what: 'a 404 of a tracker that is being deployed is final',
    file: 'src/send/response-status.ts',
    from: '[400, 401, 403,',
    to: '[400, 401, 403, 404,',
    tests: delivery,
  },
  {
    what: 'an event in flight counts as delivered, however long the silence',
    file: 'src/send/last-response.ts',
    from: '2 * answeredMs + 1_000',
    to: '2 * answeredMs + 1_000_000',
    tests: delivery,
  },
  {
    what: 'a hidden page has a lease of 15 s',
    file: 'src/send/sender.ts',
    from: 'HIDDEN_LEASE_MS = 90_000',
    to: 'HIDDEN_LEASE_MS = 15_000',
    tests: delivery,
  },
  {
    what: 'silence of 0 ms is taken for delivered where nothing is known of the tracker',
    file: 'src/send/exit-and-return.ts',
    from: 'silentMs: silentMs || 1',
    to: 'silentMs: 0',
    tests: delivery,
  },
  {
    what: 'a visit ends when the clock is set back',
    file: 'src/visitor/stored-visitor.ts',
    from: 'at - visit.lastSeenAt < idleLimitMs',
    to: 'at >= visit.lastSeenAt && at - visit.lastSeenAt < idleLimitMs',
    tests: 'test/unit/identity',
  },
  {
    what: 'of two consent managers the milder one counts',
    file: 'src/visitor/consent.ts',
    from: "['denied', 'pending', 'hold', 'granted']",
    to: "['granted', 'pending', 'hold', 'denied']",
    tests: 'test/unit/consent',
  },
  {
    what: 'a default of denied that announces an update is a refusal',
    file: 'src/visitor/google-consent.ts',
    from: "waitMs > 0 ? 'hold' : unanswered",
    to: 'unanswered',
    tests: 'test/unit/consent',
  },
  {
    what: 'the visitor event is stamped after the first event',
    file: 'src/track/record.ts',
    from: '  if (isTurn && !visitor) pendingVisitor ??= stamp(visitorEvent, source)\n',
    to: '',
    tests: 'test/unit/record.test.ts',
  },
  {
    what: 'events that waited are joined across a change of visitor',
    file: 'src/track/record.ts',
    from: 'if (visitor) release(visitor, Number.POSITIVE_INFINITY)',
    to: 'if (visitor) release(visitor, 0)',
    tests: 'test/unit/record.test.ts',
  },
  {
    what: 'an order counts again on reload',
    file: 'src/parts/orders/known-orders.ts',
    from: 'return isKnown ? undefined : kept',
    to: 'return kept',
    tests: 'test/unit/capture',
  },
  {
    what: 'the same purchase without an id never counts again',
    file: 'src/parts/orders/known-orders.ts',
    from: '(id || at - Number(time) < SAME_LINES_MS)',
    to: 'at > 0',
    tests: 'test/unit/capture',
  },
  {
    what: 'a deselected value is reported as selected',
    file: 'src/parts/facets/facet-state.ts',
    from: "note(after, before, 'deselected')",
    to: "note(after, before, 'selected')",
    tests: 'test/unit/capture',
  },
  {
    what: 'markup and dataLayer count one purchase twice',
    file: 'src/parts/datalayer/dedupe-report.ts',
    from: 'forms.get(entry.at) !== form,',
    to: 'forms.get(entry.at) === form,',
    tests: 'test/unit/datalayer',
  },
  {
    what: 'a cart of Adobe counts what was in it before',
    file: 'src/parts/datalayer/adobe-event.ts',
    from: 'sum - (shown.get(id) ?? 0)',
    to: 'sum - (shown.get(id) ?? 0) * 0',
    tests: 'test/unit/datalayer',
  },
  {
    what: 'what the agent calls reduced costs more',
    file: 'service/agent/find-products.ts',
    from: '(numberAt(price, row) ?? 0) < (numberAt',
    to: '(numberAt(price, row) ?? 0) > (numberAt',
    tests: 'test/unit/service/agent',
  },
  {
    what: 'Analytics attributes late steps to the list of another visit',
    file: 'service/store/columns/attribute.ts',
    from: 'on replied.visit = by_visit.visit and replied.pid = by_visit.pid',
    to: 'on replied.pid = by_visit.pid',
    tests: 'test/unit/service/console/analytics.test.ts',
  },
  {
    what: 'Analytics keeps the events of a user who was deleted',
    file: 'service/store/forget.ts',
    from: "await log.note('user', uid)",
    to: '',
    tests: 'test/unit/service/log/forget.test.ts',
  },
  {
    what: 'an Analytics sum counts the youngest lost hour twice',
    file: 'service/store/loss-report.ts',
    from: 'and hour <> @openHour',
    to: 'and hour >= 0',
    tests: 'test/unit/service/log/loss.test.ts',
  },
  {
    what: 'an Analytics sum of pages takes what arrived for missing',
    file: 'service/store/page-sums.ts',
    from: 'highest - ',
    to: 'highest + ',
    tests: 'test/unit/service/log/loss.test.ts',
  },
]
