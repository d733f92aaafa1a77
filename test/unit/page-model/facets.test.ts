import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOf } from '../../../src/wire/account'
import type { FacetChanges } from '../../../src/wire/tracker-event'
import type { FakeElement } from '../../fakes/fake-dom'
import { createShopBrowser, marked, NOTHING, openShop } from './open-shop'

const ACCOUNT = { siteKey: 'SITE', trackerUrl: 'https://tracker.example' }

/*
 * Facets on pages that run `svc.js` itself, with a part that may load late: applying the reported changes in order gives the shopper's
 * final selection. `SVC_HISTORIES=2000 npm run unit -- page-model/facets` runs this many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 60, seed: 3 }

const VALUES = ['color Red', 'color Blue', 'color Green', 'size S', 'size M']
const FACETS = ['color', 'size', 'price']

/** A page of a shop, or what is special about it. */
interface ShopOptions {
  /** How long a page takes to show a press. */
  readonly lateMs: number
  readonly partMs: number
  /** Whether selections take effect only when they are applied. */
  readonly hasApply: boolean
}

const kinds = [
  ...([
    'press',
    'press',
    'press',
    'press',
    'wait',
    'wait',
    'redraw',
    'clear',
    'clear',
    'apply',
  ] as const),
  ...(['tabSwitch', 'nextPage', 'deny', 'grant', 'grant', 'route', 'changeMind'] as const),
  ...(['drag', 'drag', 'slide', 'key', 'sort', 'search', 'more', 'type'] as const),
]
type Kind = (typeof kinds)[number]

interface Move {
  readonly kind: Kind
  readonly n: number
  readonly ms: number
  readonly times: 1 | 2
}

function played(moves: readonly Move[], { lateMs, partMs, hasApply }: ShopOptions) {
  const browser = createShopBrowser({ partMs })
  const { timeline, events } = browser
  // Any script of the site can write there.
  browser.localStorage.setItem(`svc-tag.facets.${accountOf(ACCOUNT)}.0`, '{"groups":[],')
  const faults: unknown[] = []
  let shop = openShop(browser)
  let openedAt = timeline.elapsed()
  let list: FakeElement | undefined
  const buttons = new Map<string, FakeElement>()
  let chosen = new Set(['color Red', 'size S'])
  /** What is selected, or will be after the next Apply. */
  let shown = chosen
  let isDenied = false
  /** Redrawn or cleared before the facets part has loaded: a page that is left then no longer knows the initial selection. */
  let isRedrawn = false
  /** By value or facet: until when it is uncertain which of two presses a page shows. */
  let busyUntil = new Map<string, number>()
  let routes = 0
  /** The request id of the list that the page shows, which differs in each response. */
  let requestId = 'r0'
  let answers = 0
  /** The first of the presses that become one event, and its list. */
  let burst = { until: 0, requestId, isSeen: true }
  let answeredAt = 0
  const listAt = new Map<number, string>()
  let isSorted = false
  /** Every range that the shopper has chosen; those that a thumb merely passed are not among them. */
  const ranges = new Set<string>()
  let isRangeLost = false
  let thumb: FakeElement | undefined
  let fields: readonly FakeElement<HTMLInputElement>[] = []

  const answer = () => {
    const next = chosen
    const { page } = shop
    timeline.in(lateMs, () => show(next), page.lifecycle)
  }

  function show(next: typeof chosen) {
    shown = next
    requestId = `r${++answers}`
    answeredAt = timeline.now()
    if (list) shop.set(list, 'data-svc-request-id', requestId)
    for (const [value, button] of buttons) shop.set(button, 'aria-pressed', String(next.has(value)))
    showRange(rangeIn(next))
  }

  /** A script sets these, which changes no attribute and fires no event. */
  function showRange(range: string) {
    const values = range ? range.split(' TO ') : ['0', '100']
    for (const [index, field] of fields.entries()) field.value = values[index] ?? ''
  }

  function rangeGroup() {
    const group = marked('div', { facet: 'price' })
    fields = ['low', 'high'].map(() => marked('input', {}, { type: 'range', min: '0', max: '100' }))
    showRange(rangeIn(shown))
    thumb = marked('div', {}, { class: 'thumb' })
    for (const part of [...fields, thumb, marked('input', {}, { type: 'search' })])
      shop.append(group, part)
    return group
  }

  function withRange(range: string) {
    const others = [...chosen].filter((one) => !one.startsWith('price'))
    return new Set(range ? [...others, `price ${range}`] : others)
  }

  function addButton(parent: FakeElement, name: string, marks: Record<string, string>, more = {}) {
    const button = marked('button', marks, more)
    buttons.set(name, button)
    shop.append(parent, button)
  }

  function groupOf(facet: string) {
    if (facet === 'price') return rangeGroup()
    const group = marked('div', { facet })
    const role = facet === 'size' ? { role: 'radio' } : {}
    const names = VALUES.filter((value) => value.startsWith(facet))
    for (const name of isSorted ? names.reverse() : names) {
      const look = { 'aria-pressed': String(shown.has(name)), ...role }
      addButton(group, name, { value: name.split(' ')[1] ?? '' }, look)
    }
    return group
  }

  function draw() {
    if (list) shop.remove(list)
    list = marked('div', { query: 'shoes', 'request-id': requestId })
    for (const facet of FACETS) shop.append(list, groupOf(facet))
    for (const control of hasApply ? ['facets-apply', 'facets-reset'] : ['facets-reset'])
      addButton(list, control, { [control]: '' })
    shop.append(shop.dom.root, list)
  }

  /** Until the tag has scanned the page and the shop has shown the last range, another one would be in doubt. */
  function beginRange(): boolean {
    if (Number(busyUntil.get('price')) > timeline.elapsed()) return false
    busyUntil.set('price', Math.max(timeline.elapsed() + lateMs + 350, openedAt + partMs + 500))
    burst = { until: timeline.now() + lateMs + 3_000, requestId, isSeen: false }
    isRangeLost ||= !isPartThere()
    return true
  }

  function choose(range: string) {
    busyUntil.set('price', Math.max(timeline.elapsed() + lateMs + 350, openedAt + partMs + 500))
    ranges.add(range)
    chosen = withRange(range)
  }

  const isPartThere = () => timeline.elapsed() > openedAt + partMs + 500

  function pressedState(name: string) {
    const [facet = ''] = name.split(' ')
    const others = [...chosen].filter((one) => one !== name)
    if (facet === 'size') return new Set([...others.filter((one) => !one.startsWith(facet)), name])
    return new Set(chosen.has(name) ? others : [...others, name])
  }

  function notePress() {
    const at = timeline.now()
    // The tag scans a page some time after a change.
    const isSeen = at > answeredAt + 500
    if (at >= burst.until) burst = { until: at + 300, requestId, isSeen }
    if (burst.isSeen && isPartThere() && !hasApply) listAt.set(at, burst.requestId)
  }

  function open() {
    openedAt = timeline.elapsed()
    isRedrawn = isRangeLost = false
    buttons.clear()
    list = undefined
    draw()
    // Values shown at the first scan were selected before.
    timeline.advance(500)
  }

  /** The page shows all presses, and the selection has been reported. */
  function settle() {
    burst.until = 0
    if (hasApply) acts.apply(0, 0)
    timeline.advance(lateMs + partMs + 1_000)
    busyUntil = new Map()
  }

  function prepareToLeave() {
    // What a page shows late is unknown on the next one.
    const isRangeLate = Number(busyUntil.get('price')) > timeline.elapsed()
    if (hasApply || isRangeLate || ((isRedrawn || isRangeLost) && !isPartThere())) settle()
  }

  /** The selection that results from the reports since the last call. */
  let since = 0
  let start = chosen
  let grantedAt = 0
  function check() {
    const reports = events
      .splice(since)
      .filter(({ action }) => action === 'facets')
      .sort((one, other) => one.at - other.at)
    events.push(...reports)
    since = events.length
    // Presses from before a refusal.
    faults.push(...reports.filter(({ at }) => at < grantedAt))
    const state = new Set(start)
    for (const { at, data } of reports) {
      apply(state, data.facets as FacetChanges, faults)
      faults.push(...valuesIn(data.facets, 'price').filter((range) => !ranges.has(range)))
      const listed = listAt.get(at) ?? data.requestId
      if (data.requestId !== listed) faults.push(`of ${data.requestId}, not ${listed}`)
    }
    const [are, should] = [[...state].sort(), [...chosen].sort()]
    if (are.join() !== should.join()) faults.push({ are, should })
    start = chosen
  }

  /** One step of a drag: the page shows it at once unless its answers are late, and may draw the facet anew. */
  function dragTo(range: string, isRedrawn: boolean) {
    if (!lateMs) {
      shown = withRange(range)
      showRange(range)
    }
    if (isRedrawn) draw()
  }

  const acts: Readonly<Record<Kind, (n: number, ms: number) => void>> = {
    press(n) {
      const name = VALUES[n % VALUES.length] ?? ''
      const unit = name.startsWith('size') ? 'size' : name
      if (Number(busyUntil.get(unit)) > timeline.elapsed()) return
      busyUntil.set(unit, Math.max(timeline.elapsed() + lateMs + 350, openedAt + partMs + 500))
      const next = pressedState(name)
      notePress()
      shop.press(buttons.get(name) as FakeElement)
      chosen = next
      answer()
      timeline.advance(50)
    },
    /** Two presses on radios, faster than any page shows the first. */
    changeMind(n, ms) {
      if (!isPartThere()) return
      settle()
      acts.press(3 + (n % 2), ms)
      busyUntil = new Map()
      acts.press(4 - (n % 2), ms)
      timeline.advance(lateMs + 400)
    },
    wait: (_, ms) => timeline.advance(ms),
    /** The page draws the thumb itself and sets the fields by script, at once or when it answers. */
    drag(n, ms) {
      if (!beginRange()) return
      shop.dispatch('pointerdown', thumb as FakeElement)
      for (const step of [n + 1, 2 * n + 3]) {
        timeline.advance(ms)
        dragTo(`${step} TO 90`, n % 2 === 1 && !hasApply)
      }
      choose(`${10 * n + 5} TO 90`)
      if (!lateMs) show(chosen)
      shop.dispatch('pointerup', shop.dom.root)
      answer()
      timeline.advance(50)
    },
    /** A native field reports each step. Afterwards, the page may set the value again. */
    slide(n, ms) {
      if (!beginRange()) return
      const field = fields[0] as FakeElement<HTMLInputElement>
      shop.dispatch('pointerdown', field)
      for (const step of [n, n + 7, 10 * n + 3]) {
        timeline.advance(ms / 2)
        field.value = String(step)
        shop.dispatch('input', field)
      }
      const high = fields[1]?.value
      choose(`${10 * n + 3} TO ${high}`)
      shop.dispatch('pointerup', field)
      if (n % 2) shop.dispatch('change', field)
      shown = chosen
      answer()
      timeline.advance(50)
    },
    /** A script handles the key; the page shows the choice late. */
    key(n) {
      const name = VALUES[n % 3] ?? ''
      if (Number(busyUntil.get(name)) > timeline.elapsed() || !isPartThere()) return
      settle()
      busyUntil.set(name, timeline.elapsed() + lateMs + 350)
      const next = pressedState(name)
      const button = buttons.get(name) as FakeElement
      shop.dispatch('keydown', button, { key: n % 2 ? 'ArrowDown' : 'x' })
      chosen = next
      timeline.in(320 + lateMs, () => show(next), shop.page.lifecycle)
      timeline.advance(400 + lateMs)
    },
    type(n, ms) {
      if (!beginRange()) return
      const field = fields[0] as FakeElement<HTMLInputElement>
      field.type = 'number'
      shop.dispatch('pointerdown', field)
      shop.dispatch('pointerup', field)
      for (const value of [n + 1, 10 * n + 12]) {
        shop.dispatch('keydown', field, { key: '1' })
        field.value = String(value)
        shop.dispatch('input', field)
        timeline.advance(ms)
      }
      choose(`${10 * n + 12} TO ${fields[1]?.value}`)
      shop.dispatch('keydown', field, { key: n % 2 ? 'Tab' : 'Enter' })
      shown = chosen
      answer()
      timeline.advance(50)
    },
    sort() {
      if (hasApply && !isPartThere()) return
      isSorted = !isSorted
      draw()
      isRedrawn = true
    },
    /** A field in the facet narrows its options for a while. */
    search(n, ms) {
      if (!isPartThere()) return
      settle()
      const name = VALUES[n % 3] ?? ''
      const button = buttons.get(name) as FakeElement
      const field = marked('input', {}, { type: 'search' })
      shop.append(button.parentElement as FakeElement, field)
      for (const type of ['pointerdown', 'pointerup', 'click']) shop.dispatch(type, field)
      shop.dispatch('keydown', field, { key: 'b' })
      shop.remove(button)
      shop.dispatch('input', field)
      timeline.advance(ms)
      shop.dispatch('keydown', field, { key: 'Backspace' })
      draw()
      timeline.advance(500)
    },
    /** A control in a facet that chooses nothing. */
    more() {
      const group = buttons.get('color Red')?.parentElement as FakeElement
      const button = marked('button', {})
      shop.append(group, button)
      shop.press(button)
      timeline.advance(50)
    },
    redraw() {
      // Presses in a removed panel can no longer be applied.
      if (hasApply && !isPartThere()) return
      draw()
      isRedrawn = true
    },
    clear() {
      if (hasApply) settle()
      isRedrawn = true
      burst.until = 0
      shop.press(buttons.get('facets-reset') as FakeElement)
      chosen = new Set()
      answer()
      timeline.advance(lateMs)
    },
    apply() {
      if (!hasApply) return
      timeline.advance(lateMs)
      shop.press(buttons.get('facets-apply') as FakeElement)
      timeline.advance(400)
    },
    tabSwitch() {
      prepareToLeave()
      burst.until = 0
      shop.hide()
      timeline.advance(100)
      shop.show()
      // Which of two presses a page shows that is slower than the shopper is in doubt until the part comes.
      if (!isPartThere()) timeline.advance(lateMs)
    },
    nextPage() {
      prepareToLeave()
      shop.hide()
      timeline.advance(100)
      shop.page.remove()
      shown = chosen
      shop = openShop(browser)
      if (isDenied) shop.call((svc) => svc.consent('denied'))
      busyUntil = new Map()
      open()
    },
    route() {
      if (hasApply) settle()
      shop.go(`/route-${routes++}`)
    },
    deny(n) {
      if (isDenied) return
      // Otherwise it is uncertain which of the last presses are reported; none of them may be after the next agreement.
      if (n % 2) {
        settle()
        check()
      }
      shop.call((svc) => svc.consent('denied'))
      isDenied = true
    },
    grant() {
      if (!isDenied) return
      timeline.advance(lateMs + 500)
      busyUntil = new Map()
      openedAt = timeline.elapsed()
      start = chosen
      since = events.length
      grantedAt = timeline.now()
      shop.call((svc) => svc.consent('granted'))
      isDenied = false
      timeline.advance(500)
    },
  }
  open()
  for (const { kind, n, ms, times } of moves)
    for (let time = 0; time < times; time += 1) acts[kind](n + time, ms)
  acts.grant(0, 0)
  settle()
  check()
  const left = shop.stop()
  acts.press(0, 0)
  timeline.advance(5_000)
  const facts = events.slice(since).filter(({ action }) => action === 'facets')
  return {
    faults: [...faults, ...timeline.mishaps, ...shop.page.warnings, ...facts],
    left,
    raw: shop.kept().filter((name) => name.includes('facets.')),
  }
}

const rangeIn = (state: ReadonlySet<string>): string =>
  [...state].find((one) => one.startsWith('price'))?.slice('price '.length) ?? ''

/** The values of a facet that a report names. */
const valuesIn = (facets: unknown, facet: string): readonly string[] => {
  const { selected = [], deselected = [] } = (facets as FacetChanges)[facet] ?? {}
  return [...selected, ...deselected].map(({ val }) => val)
}

/** Applies a report to the selection. A report that changes nothing is a fault. */
function apply(state: Set<string>, report: FacetChanges, faults: unknown[]) {
  if ('unxFacetsReset' in report) return state.clear()
  const changes = Object.entries(report).flatMap(([facet, { selected = [], deselected = [] }]) => [
    ...deselected.map(({ val }) => [`${facet} ${val}`, false] as const),
    ...selected.map(({ val }) => [`${facet} ${val}`, true] as const),
  ])
  for (const [name, isOn] of changes) {
    if (state.has(name) === isOn)
      faults.push(`${name} is ${isOn ? 'selected' : 'deselected'} twice`)
    if (isOn) state.add(name)
    else state.delete(name)
  }
}

test(
  'applying the reported facet changes in order gives the final selection',
  () => {
    const move = fc.record({
      kind: fc.constantFrom(...kinds),
      n: fc.nat(4),
      ms: fc.nat(900),
      times: fc.constantFrom(1, 1, 2),
    })
    const shop = fc.record({
      lateMs: fc.constantFrom(0, 0, 100, 600),
      partMs: fc.constantFrom(20, 1_500, 4_000),
      hasApply: fc.constantFrom(false, false, true),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20, size: 'max' }), shop, (moves, options) => {
        expect(played(moves, options)).toEqual({ faults: [], left: NOTHING, raw: [] })
      }),
      runs,
    )
  },
  120_000 + runs.numRuns * 1_000,
)
