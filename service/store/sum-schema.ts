/**
 * The sums of the facts, from which Analytics reads its report.
 *
 * A row has the figures of one hour, day or week (UTC) and one key, such as a product. A report
 * reads weeks, days and hours that lie whole in its time, and counts what is left of an hour at
 * both ends from the facts. Every figure is a sum over facts, so that an event that arrives late is
 * added to its own hour, and one that is forgotten is subtracted there.
 *
 * Visits and users are different: the same may come again in the next hour. `sum_seen` therefore
 * counts them by their hour and by the hour in which they were seen before. The visits of a time
 * are those of its hours that were last seen before it begins.
 */

/** Milliseconds. */
export const HOUR_MS = 3_600_000

/** The lengths of time that sums are kept for, longest first. */
export const WIDTHS: readonly number[] = [7 * 24 * HOUR_MS, 24 * HOUR_MS, HOUR_MS]

/** One table of sums. */
export interface Sum {
  readonly name: string
  /** The table of facts it is counted from, and which of its rows count. */
  readonly facts: 'fact_events' | 'fact_products' | 'fact_facets' | 'fact_chosen'
  readonly only: string
  /** Columns of the facts: each combination of their values has a row of its own. */
  readonly keys: readonly string[]
  /** How each figure is counted over a group of facts. */
  readonly figures: Readonly<Record<string, string>>
}

/** How often each step happened, and what was ordered. */
const STEPS = {
  shown: "sum(step = 'shown')",
  clicked: "sum(step = 'clicked')",
  added: "sum(step = 'added')",
  ordered: "sum(step = 'ordered')",
  units: "sum(iif(step = 'ordered', units, 0))",
  micros: 'sum(micros)',
}

/** Places beyond these are hardly ever seen. */
const PLACES = 24

/** All sums, by what a row is about. */
export const sums = {
  events: {
    name: 'sum_events',
    facts: 'fact_events',
    only: 'true',
    keys: [],
    figures: {
      events: 'sum(is_good)',
      bad: 'sum(1 - is_good)',
      searches: "sum(is_good = 1 and action = 'search')",
      orders: "sum(is_good = 1 and action = 'order')",
    },
  },
  steps: { name: 'sum_steps', facts: 'fact_products', only: 'true', keys: [], figures: STEPS },
  lists: {
    name: 'sum_lists',
    facts: 'fact_products',
    only: 'true',
    keys: ['list'],
    figures: STEPS,
  },
  products: {
    name: 'sum_products',
    facts: 'fact_products',
    only: 'true',
    keys: ['pid'],
    figures: STEPS,
  },
  positions: {
    name: 'sum_positions',
    facts: 'fact_products',
    only: `position between 1 and ${PLACES}`,
    keys: ['position'],
    figures: { shown: STEPS.shown, clicked: STEPS.clicked, ordered: STEPS.ordered },
  },
  texts: {
    name: 'sum_texts',
    facts: 'fact_events',
    only: "is_good = 1 and substr(list, 1, 6) = 'query:' and (action = 'search' or is_empty = 1)",
    keys: ['list'],
    figures: { searches: "sum(action = 'search')", empty: 'sum(is_empty)' },
  },
  bad: {
    name: 'sum_bad',
    facts: 'fact_events',
    only: 'is_good = 0',
    keys: ['action', 'reason', 'page'],
    figures: { events: 'count(*)' },
  },
  facets: {
    name: 'sum_facets',
    facts: 'fact_facets',
    only: 'true',
    keys: ['facet', 'value'],
    figures: {
      selected: "sum(kind = 'selected')",
      deselected: "sum(kind = 'deselected')",
      resets: "sum(kind = 'reset')",
    },
  },
  chosen: {
    name: 'sum_chosen',
    facts: 'fact_chosen',
    only: 'true',
    keys: ['facet', 'value'],
    figures: {
      visits: 'count(*)',
      clicked_visits: 'sum(clicked)',
      ordered_visits: 'sum(ordered)',
      micros: 'sum(micros)',
    },
  },
} as const satisfies Readonly<Record<string, Sum>>

const typeOf = (column: string) => {
  if (column === 'micros') return 'real'
  return ['list', 'pid', 'action', 'reason', 'page', 'facet', 'value'].includes(column)
    ? 'text'
    : 'integer'
}

const tableOf = ({ name, keys, figures }: Sum) => {
  const columns = ['width', 'start', ...keys, 'facts', ...Object.keys(figures)]
  return `
    create table if not exists ${name} (
      ${columns.map((column) => `${column} ${typeOf(column)} not null,`).join(' ')}
      primary key (${['width', 'start', ...keys]})
    ) strict, without rowid;
    create index if not exists ${name}_gone on ${name} (facts) where facts = 0;`
}

/** A `kind` of `fact_seen`: users, visits, and visits that did a step. */
export const SEEN_KINDS = [
  'visit',
  'buying',
  'user',
  'shown',
  'clicked',
  'added',
  'ordered',
] as const

/**
 * `fact_chosen` has the first choice of a facet value in each visit, and whether the visit clicked
 * or ordered afterwards. `fact_seen` has the hours of each visit and user, by `SEEN_KINDS`.
 */
export const SUM_SCHEMA = `
  ${Object.values(sums).map(tableOf).join('')}

  create table if not exists fact_chosen (
    visit text not null,
    facet text not null,
    value text not null,
    at integer not null,
    clicked integer not null,
    ordered integer not null,
    micros real not null,
    primary key (visit, facet, value)
  ) strict, without rowid;
  create index if not exists fact_chosen_at on fact_chosen (at);

  create table if not exists fact_seen (
    kind text not null,
    name text not null,
    hour integer not null,
    facts integer not null,
    primary key (kind, name, hour)
  ) strict, without rowid;
  create table if not exists sum_seen (
    kind text not null,
    hour integer not null,
    before integer not null,
    names integer not null,
    primary key (kind, hour, before)
  ) strict, without rowid;
  create index if not exists sum_seen_gone on sum_seen (names) where names = 0;
`

/** All tables of this module. */
export const SUM_TABLES = [
  ...Object.values(sums).map(({ name }) => name),
  'fact_chosen',
  'fact_seen',
  'sum_seen',
]
