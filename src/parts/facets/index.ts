import { now } from '../../browser/clock'
import { attempt } from '../../browser/guard'
import { local } from '../../browser/storage'
import { withLock } from '../../browser/tabs'
import { type FacetsPart, type RawFacets, rawFacets } from '../../track/facets-on-demand'
import { scrubFacets } from '../../track/page-context'
import { record } from '../../track/record'
import { getOwn, rankText } from '../../wire/fields'
import { listFields } from '../../wire/list-and-order'
import { changesBetween, type FacetState, stateOf } from './facet-state'
import { startFacets } from './facets'

const WEEK_MS = 604_800_000

/** The values that were selected according to one member of {@link RawOption}. */
function rawState(groups: RawFacets['groups'], side: 2 | 3): FacetState {
  const choices = groups.flatMap(({ facet, position, options }, group) =>
    options.flatMap((option, index) => {
      const [value, place] = option
      const facetRank = rankText(position) ?? String(group + 1)
      const rank = rankText(place) ?? String(index + 1)
      return value && option[side] ? [{ facet, facetRank, value, rank }] : []
    }),
  )
  return stateOf(choices)
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
      if (!key.startsWith(rawFacets())) continue
      const raw = parseRaw(local.read(key))
      local.remove(key)
      const changes =
        raw && attempt(() => changesBetween(rawState(raw.groups, 2), rawState(raw.groups, 3)))
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
