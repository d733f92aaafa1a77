import {
  type ActionData,
  type Ignore,
  type ListContext,
  listFields,
  type Moment,
  type Origin,
  type Report,
} from '../events'
import type { Clock } from '../platform/clock'
import { lineage, matches, queryDrawn } from '../platform/tree'
import { carrier, type Mark, type Markup, type Watch } from './attributes'
import { createFacetBar, type FacetBar, type Pressed } from './facet-bar'
import { optionsIn, RANGE } from './facet-state'
import { type List, type Lists, subjectOf } from './list'

/** Controls that show at once what they will be. */
const PROMPT = 'input,select'

/** Controls of which, but for the last, one is chosen. */
const ONE_OF_MANY = '[role=radio],[role=option]'

const OF_SEVERAL = '[aria-multiselectable=true]'

/** Before a change, and with it. */
const DOINGS = /^(pointerdown|keydown|input|click|change)$/

/** Whether an event can mean a choice. What is being typed into a range is one, and not yet what the page shows. */
function isChoosing(type: string, target: Element, { key }: KeyboardEvent): boolean {
  if (type === 'input') return matches(target, RANGE)
  return type === 'keydown' ? key !== 'Tab' && !matches(target, PROMPT) : type !== 'pointerdown'
}

/** Controls in a group come before the group. */
const FACET_MARKS = ['facets-reset', 'facets-apply', 'facet'] as const

const action = 'facets'

export interface FacetDeps {
  readonly markup: Markup
  readonly lists: Lists
  readonly clock: Clock
  readonly moment: () => Moment
  readonly report: Report
  readonly ignore: Ignore
  /** All elements of the page that carry one of the marks. */
  readonly everywhere: (...marks: readonly Mark[]) => readonly Element[]
}

export interface Facets {
  readonly watch: Watch
  /** Whether the page has any. */
  readonly areThere: () => boolean
  /** A group has come: what it shows was not chosen here. */
  readonly found: (group: Element) => void
  /** The page may go: what is gathered is told now. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Reports what the shopper selects, deselects and clears in the facets of each list. */
export function createFacets(deps: FacetDeps): Facets {
  const { markup, lists, report, ignore, everywhere } = deps
  const bars = new Map<string, FacetBar>()

  /** What is applied together: for each Apply control the smallest thing around it that has a facet in it. */
  const panels = () => {
    const controls = everywhere('facets-apply')
    const around = new Set(controls[0] && everywhere('facet').flatMap(lineage))
    return controls.map((control) => lineage(control).find((element) => around.has(element)))
  }

  const panelOf = (path: readonly Element[]) =>
    panels().findIndex((panel) => panel && path.includes(panel))

  /** Facets by name. Of several groups of one name (one is for phones), the speaking one counts. */
  function groupsOf(subject: string, speaking: ReadonlySet<Element>): Element[] {
    const groups = new Map<string, Element>()
    for (const group of everywhere('facet')) {
      const name = markup.read(group, 'facet')
      const list = name && (!groups.has(name) || speaking.has(group)) && lists.around(group)
      if (list && subjectOf(list) === subject) groups.set(name, group)
    }
    return [...groups.values()]
  }

  function optionsOf(subject: string, panel: number, speaking: ReadonlySet<Element>) {
    return groupsOf(subject, speaking).flatMap((group, index) =>
      panelOf(lineage(group)) === panel ? optionsIn(group, index + 1, markup) : [],
    )
  }

  /** The facets that become events together: those of a panel with an Apply control, or those of none. */
  function barOf(list: List, panel: number): FacetBar {
    const subject = subjectOf(list)
    const key = `${panel} ${subject}`
    const bar =
      bars.get(key) ??
      createFacetBar({
        ...deps,
        options: (speaking) => optionsOf(subject, panel, speaking),
        onChange: (facets, { context }, origin) => tell(context, facets, origin),
      })
    bars.set(key, bar)
    return bar
  }

  const tell = (context: ListContext, facets: ActionData['facets']['facets'], origin: Origin) =>
    report({ action, data: { ...listFields(context), facets } }, origin)

  function reset(list: List, element: Element | undefined) {
    for (const [key, bar] of bars) {
      if (!key.endsWith(` ${subjectOf(list)}`)) continue
      bar.flush()
      bar.clear()
    }
    tell(list.context, { unxFacetsReset: true }, { element })
  }

  /** An option that was pressed and that the page may be slow to show as chosen. */
  function slowOption(path: readonly Element[]): Pressed | undefined {
    const option = carrier(markup, path, 'value')
    if (!option || path.some((part) => matches(part, '[aria-disabled=true]'))) return undefined
    const is = (sign: string) => queryDrawn(option, sign).length > 0
    const isOnlyOne = is(ONE_OF_MANY) && !path.some((part) => matches(part, OF_SEVERAL))
    return is(PROMPT) ? undefined : { option, isOnlyOne }
  }

  function touch(bar: FacetBar, list: List, [type, path, event]: Parameters<Watch>) {
    const group = carrier(markup, path, 'facet')
    if (!group || !isChoosing(type, path[0] as Element, event as KeyboardEvent)) return
    bar.touch(list, group, type === 'click' ? slowOption(path) : undefined)
    if (type !== 'input' && panelOf(path) < 0) bar.gather()
  }

  function act(mark: Mark, list: List, doing: Parameters<Watch>) {
    const [type, path] = doing
    const bar = barOf(list, panelOf(path))
    const element = carrier(markup, path, mark)
    if (type.endsWith('down')) bar.look(element)
    if (mark === 'facet') touch(bar, list, doing)
    else if (type !== 'click') return
    else if (mark === 'facets-apply') bar.gather()
    else reset(list, element)
  }

  return {
    watch(...doing) {
      const [type, path] = doing
      const mark = FACET_MARKS.find((one) => carrier(markup, path, one))
      const list = mark && DOINGS.test(type) && lists.of(path)
      if (list) act(mark, list, doing)
      else if (mark && type === 'click')
        ignore('a facet without a list', { element: carrier(markup, path, mark), action })
    },
    areThere: () => everywhere('facet').length > 0,
    found(group) {
      const list = lists.around(group)
      if (list) barOf(list, panelOf(lineage(group))).look()
    },
    flush() {
      for (const bar of bars.values()) bar.flush()
    },
    stop() {
      for (const bar of bars.values()) bar.stop()
    },
  }
}
