import { now } from '../../browser/clock'
import { attempt } from '../../browser/guard'
import { local } from '../../browser/storage'
import { withLock } from '../../browser/tabs'
import {
  type FacetsPart,
  RAW_FACETS,
  type RawFacets,
  type RawOption,
} from '../../track/facets-on-demand'
import { scrubFacets } from '../../track/page-context'
import { record } from '../../track/record'
import { getOwn, rankText } from '../../wire/fields'
import { listFields } from '../../wire/list-and-order'
import { changesBetween, choiceKey, type FacetState } from './facet-state'
import { startFacets } from './facets'

const WEEK_MS = 604_800_000

type Side = 'was' | 'is'

/** Whether an option was selected after the presses. A pressed value without a visible effect counts as toggled. */
function isChosenThen([, , was, is, isPressed]: RawOption, side: Side): boolean {
  if (side === 'was') return was
  return isPressed && was === is ? !was : is
}

/** The selected values before or after the presses. */
function stateOf(groups: RawFacets['groups'], side: Side): FacetState {
  const choices = groups.flatMap(({ facet, position, options }, group) =>
    options.flatMap((option, index) => {
      const [value, place] = option
      const facetRank = rankText(position) ?? String(group + 1)
      const rank = rankText(place) ?? String(index + 1)
      return value && isChosenThen(option, side) ? [{ facet, facetRank, value, rank }] : []
    }),
  )
  return new Map(choices.map((choice) => [choiceKey(choice), choice]))
}

/** Parses presses stored by an earlier page; `undefined` if malformed, because any script of the site can write there. */
function parseRaw(text: string | undefined): RawFacets | undefined {
  const raw = attempt(() => JSON.parse(text ?? '')) as RawFacets | undefined
  const isSound =
    Array.isArray(raw?.groups) &&
    now() - raw.at < WEEK_MS &&
    (getOwn(raw.list, 'query') || getOwn(raw.list, 'page')) &&
    typeof raw.page?.url === 'string'
  return isSound ? raw : undefined
}

/** Reports the presses of pages that were left before this part loaded. One tab takes each. */
export function reportLeftPresses() {
  withLock(() => {
    for (const key of local.keys()) {
      if (!key.startsWith(RAW_FACETS)) continue
      const raw = parseRaw(local.read(key))
      local.remove(key)
      const changes =
        raw && attempt(() => changesBetween(stateOf(raw.groups, 'was'), stateOf(raw.groups, 'is')))
      if (raw && changes)
        record(
          { action: 'facets', data: { ...listFields(raw.list), facets: scrubFacets(changes) } },
          { at: raw.at, page: raw.page },
        )
    }
  })
}

/** Starts reporting facets, including presses that earlier pages stored. */
export function open(...found: Parameters<typeof startFacets>): FacetsPart {
  reportLeftPresses()
  return startFacets(...found)
}
