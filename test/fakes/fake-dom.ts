import type { Lifecycle, Timeline } from './timeline.ts'

type Listener = (event: { readonly type: string }) => void

/** Registers listeners as a browser does. Any object with a type can be an event. */
export class FakeTarget {
  readonly #listeners = new Map<string, Set<Listener>>()
  addEventListener(type: string, listener: Listener) {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener))
  }
  removeEventListener(type: string, listener: Listener) {
    this.#listeners.get(type)?.delete(listener)
  }
  /** The number of listeners. */
  listenerCount = (): number =>
    [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0)
  dispatchEvent(event: { readonly type: string }) {
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) listener(event)
    return true
  }
}

/** The duration of a frame at 60 frames per second. */
const FRAME_MS = 16

const MATCHER = /^(\*|[a-z]+)?((?:\[[^\]]*\]|:not\([^)]*\)|:[a-z-]+)*)$/

/** Whether an element matches a list of compound selectors: names, attributes with or without a value, `:not()` and `:checked`. */
function matchesList(element: FakeElement, list: string): boolean {
  return list.split(/,(?![^(]*\))/).some((selector) => {
    const [, name, rest = ''] = MATCHER.exec(selector.trim()) ?? ['', 'no-such-element']
    if (name && name !== '*' && name !== element.tagName.toLowerCase()) return false
    const parts = rest.match(/\[[^\]]*\]|:not\([^)]*\)|:[a-z-]+/g) ?? []
    return parts.every((part) => {
      if (part.startsWith(':not')) return !matchesList(element, part.slice(5, -1))
      if (part.startsWith(':')) return part === ':checked' && element.checked
      const [, attribute = '', value] = /\[([\w-]+)(?:="?([^"\]]*)"?)?\]/.exec(part) ?? []
      const own = element.getAttribute(attribute)
      return own !== null && (value === undefined || own === value)
    })
  })
}

/** A node of a fake page. */
export class FakeNode extends FakeTarget {
  parent: FakeNode | null = null
  /** A member of the prototype, as in a browser. */
  get parentNode() {
    return this.parent
  }
  children: FakeElement[] = []
  get isConnected(): boolean {
    return this.parent?.isConnected ?? false
  }
  contains(other: FakeNode | null): boolean {
    return other === this || (other?.parent ? this.contains(other.parent) : false)
  }
  all(): FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.all()])
  }
  querySelectorAll(list: string): FakeElement[] {
    return this.all().filter((element) => matchesList(element, list))
  }
  querySelector(list: string): FakeElement | null {
    return this.querySelectorAll(list)[0] ?? null
  }
}

/** An element of a fake page, whose position a test sets directly. */
export class FakeElement extends FakeNode {
  readonly attributes: Map<string, string>
  readonly tagName: string
  checked = false
  value: string | undefined
  /** The share of the element in the viewport, from 0 to 1. */
  share = 0
  /** Whether it is transparent or hidden by a style. */
  isHidden = false
  /** Whether it is fixed on top of the page. */
  isOver = false
  /** Its distance from the top of the viewport, on a page that scrolls; if absent, `share` determines the position. */
  top?: () => number
  constructor(tagName = 'div', attributes: Readonly<Record<string, string>> = {}) {
    super()
    this.tagName = tagName.toUpperCase()
    this.attributes = new Map(Object.entries(attributes))
  }
  /** The text inside a data block. */
  text = ''
  get textContent() {
    return this.text
  }
  getAttribute(name: string) {
    return this.attributes.get(name) ?? null
  }
  getAttributeNames() {
    return [...this.attributes.keys()]
  }
  matches(list: string) {
    return matchesList(this, list)
  }
  checkVisibility() {
    return !this.isHidden
  }
  getBoundingClientRect() {
    const top = this.top?.() ?? (this.share > 0 ? 0 : 9_000)
    return { left: 0, right: 100, top, bottom: top + 100, width: 100, height: 100 }
  }
  attachShadow() {}
}

interface MutationTarget {
  readonly type: 'childList' | 'attributes'
  readonly target: FakeNode
  readonly name?: string
  readonly addedNodes: readonly FakeNode[]
  readonly removedNodes: readonly FakeNode[]
}

/** The tree of one page, its observers, and functions with which a test changes it. */
export function createDom(timeline: Timeline, lifecycle: Lifecycle) {
  const root = new FakeElement('html')
  const mutationObservers = new Set<FakeMutationObserver>()
  const sightObservers = new Set<FakeIntersectionObserver>()
  let isFrameDue = false
  let isVisible = true

  class FakeMutationObserver {
    readonly callback: (records: readonly MutationTarget[]) => void
    filter: readonly string[] | undefined
    hasChildList = false
    constructor(callback: (records: readonly MutationTarget[]) => void) {
      this.callback = callback
    }
    observe(_root: object, options: { childList?: boolean; attributeFilter?: readonly string[] }) {
      this.hasChildList = options.childList ?? false
      this.filter = options.attributeFilter
      mutationObservers.add(this)
    }
    disconnect() {
      mutationObservers.delete(this)
    }
  }

  class FakeIntersectionObserver {
    readonly callback: (entries: readonly object[]) => void
    readonly threshold: number
    readonly targets = new Map<FakeElement, boolean | undefined>()
    constructor(
      callback: (entries: readonly object[]) => void,
      options: { threshold?: number } = {},
    ) {
      this.callback = callback
      this.threshold = options.threshold ?? 0
      sightObservers.add(this)
    }
    observe(target: FakeElement) {
      this.targets.set(target, undefined)
      requestFrame()
    }
    unobserve(target: FakeElement) {
      this.targets.delete(target)
    }
    disconnect() {
      this.targets.clear()
    }
    report() {
      const entries = [...this.targets].flatMap(([target, before]) => {
        const isBelow = target.top && (target.top() < -50 || target.top() > 950)
        const share = target.isConnected && !isBelow ? target.share : 0
        const isIn = share > 0 && share >= this.threshold
        this.targets.set(target, isIn)
        const rect = target.getBoundingClientRect()
        const rootBounds = { width: 1_000, height: 1_000 }
        return isIn === before
          ? []
          : [{ target, intersectionRatio: share, boundingClientRect: rect, rootBounds }]
      })
      if (entries.length > 0) timeline.run(() => this.callback(entries))
    }
  }

  function requestFrame() {
    if (isFrameDue) return
    isFrameDue = true
    const draw = () => {
      isFrameDue = false
      if (isVisible) for (const observer of sightObservers) observer.report()
    }
    timeline.in(FRAME_MS, draw, lifecycle)
  }

  function note(record: MutationTarget) {
    if (!record.target.isConnected) return
    const isHeard = ({ filter, hasChildList }: FakeMutationObserver) =>
      record.name === undefined ? hasChildList : filter?.includes(record.name)
    for (const observer of [...mutationObservers].filter(isHeard))
      timeline.in(
        0,
        () => mutationObservers.has(observer) && observer.callback([record]),
        lifecycle,
      )
    requestFrame()
  }

  const childChange = (target: FakeNode, change: Partial<MutationTarget>) =>
    note({ type: 'childList', target, addedNodes: [], removedNodes: [], ...change })

  return {
    root,
    requestFrame,
    /** The number of observed elements. */
    observed: () =>
      [...sightObservers].reduce((sum, { targets }) => sum + targets.size, mutationObservers.size),
    /** A hidden page draws no frames. */
    setVisible(is: boolean) {
      isVisible = is
      requestFrame()
    },
    MutationObserver: FakeMutationObserver,
    IntersectionObserver: FakeIntersectionObserver,
    /** What lies over the page covers the whole viewport. */
    elementFromPoint: (x: number, y: number) =>
      [x, y].every((place) => place >= 0 && place < 1_000)
        ? (root.all().findLast(({ isOver }) => isOver) ?? null)
        : null,
    /** Adds an element at the end, or at a place among the children. */
    append(parent: FakeNode, child: FakeElement, at = parent.children.length) {
      child.parent = parent
      parent.children.splice(at, 0, child)
      childChange(parent, { addedNodes: [child] })
      return child
    },
    remove(child: FakeElement) {
      const { parent } = child
      if (!parent) return
      parent.children = parent.children.filter((other) => other !== child)
      child.parent = null
      childChange(parent, { removedNodes: [child] })
    },
    set(element: FakeElement, name: string, value: string) {
      element.attributes.set(name, value)
      note({ type: 'attributes', target: element, name, addedNodes: [], removedNodes: [] })
    },
  }
}

/** A fake page's tree. */
export type Dom = ReturnType<typeof createDom>
