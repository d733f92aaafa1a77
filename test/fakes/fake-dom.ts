import { type Event, GlobalWindow, PropertySymbol } from 'happy-dom'
import type { Lifecycle, Timeline } from './timeline.ts'

/*
 * The tree of a fake page is happy-dom's. Its layout, its frames and what is in the viewport are set by the test, because happy-dom draws
 * nothing.
 */

/** One window whose classes all pages share, because creating one takes longer than running the tag. */
const library = new GlobalWindow({
  settings: { disableErrorCapturing: true, disableJavaScriptFileLoading: true },
})

const microtasks: (() => void)[] = []
library.queueMicrotask = (task) => void microtasks.push(task as () => void)

/** Passes what has changed to mutation observers, as a browser does at the end of a task. */
export function deliverMutations() {
  for (const deliver of microtasks.splice(0)) deliver()
}

/** What a test sets in place of a layout. */
interface Layout {
  /** The share of the element in the viewport, from 0 to 1. */
  share: number
  /** Whether it is transparent or hidden by a style. */
  isHidden: boolean
  /** Whether it is fixed on top of the page. */
  isOver: boolean
  /** Its distance from the top of the viewport, on a page that scrolls; if absent, `share` determines the position. */
  top?: () => number
}

/** An element of a fake page. */
export type FakeElement<Native extends HTMLElement = HTMLElement> = Native & Layout

Object.assign(library.Element.prototype, {
  share: 0,
  isHidden: false,
  isOver: false,
  checkVisibility(this: Layout) {
    return !this.isHidden
  },
  getBoundingClientRect(this: Layout) {
    const top = this.top?.() ?? (this.share > 0 ? 0 : 9_000)
    return { left: 0, right: 100, top, bottom: top + 100, width: 100, height: 100 }
  },
})

/** Creates an element, which is not in a page yet. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
): FakeElement<HTMLElementTagNameMap[Tag]> {
  const element = library.document.createElement(tag)
  for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text)
  return element as unknown as FakeElement<HTMLElementTagNameMap[Tag]>
}

/** A target of events that is not in the tree. */
export const createTarget = () => new library.EventTarget() as unknown as EventTarget

/** The number of listeners of a target. */
export const listenerCount = (target: EventTarget): number =>
  Object.values(
    (target as unknown as InstanceType<typeof library.EventTarget>)[PropertySymbol.listeners],
  )
    .flatMap((types) => [...types.values()])
    .reduce((sum, listeners) => sum + listeners.length, 0)

/** A class as one page sees it: what its scripts change in the prototype does not change other pages. */
const lend = (owner: abstract new (...args: never[]) => object) =>
  Object.create(owner, {
    prototype: { value: Object.create(owner.prototype) },
    [Symbol.hasInstance]: { value: (node: unknown) => node instanceof owner },
  })

/** The duration of a frame at 60 frames per second. */
const FRAME_MS = 16

/** A fake page's tree. */
export type Dom = ReturnType<typeof createDom>

/** The tree of one page, its window and its observers. */
export function createDom(timeline: Timeline, lifecycle: Lifecycle) {
  const document = library.document.implementation.createHTMLDocument() as unknown as Document
  const window = createTarget()
  const mutationObservers = new Set<object>()
  const sightObservers = new Set<FakeIntersectionObserver>()
  let isFrameDue = false
  let isVisible = true

  class FakeMutationObserver extends library.MutationObserver {
    constructor(callback: (records: readonly unknown[]) => void) {
      super((records) => {
        if (!lifecycle.isGone) callback(records)
      })
    }
    override observe(
      ...args: Parameters<InstanceType<typeof library.MutationObserver>['observe']>
    ) {
      mutationObservers.add(this)
      super.observe(...args)
    }
    override disconnect() {
      mutationObservers.delete(this)
      super.disconnect()
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

  /** The path of an event ends in this page's window, not in the shared one. */
  const pathOf = (event: Event) =>
    library.Event.prototype.composedPath
      .call(event)
      .map((target): unknown => (target === library ? window : target))

  return {
    document,
    window,
    root: document.body as unknown as FakeElement,
    requestFrame,
    /** Fires an event of the browser or the shopper, which bubbles. */
    dispatch(target: EventTarget, type: string, more: object = {}) {
      const event = new library.Event(type, { bubbles: true, composed: true })
      const facts = {
        ...{ isTrusted: true, timeStamp: timeline.elapsed(), composedPath: () => pathOf(event) },
        ...more,
      }
      Object.defineProperties(event, Object.getOwnPropertyDescriptors(facts))
      target.dispatchEvent(event as never)
    },
    /** The number of observed elements. */
    observed: () =>
      [...sightObservers].reduce((sum, { targets }) => sum + targets.size, mutationObservers.size),
    /** A hidden page draws no frames. */
    setVisible(is: boolean) {
      isVisible = is
      requestFrame()
    },
    /** What lies over the page covers the whole viewport. */
    elementFromPoint: (x: number, y: number) =>
      [x, y].every((place) => place >= 0 && place < 1_000)
        ? ([...document.querySelectorAll<FakeElement>('*')].findLast(({ isOver }) => isOver) ??
          null)
        : null,
    /** The classes that its scripts use. */
    classes: {
      Element: lend(library.Element),
      HTMLFormElement: lend(library.HTMLFormElement),
      Node: library.Node,
      HTMLElement: library.HTMLElement,
      HTMLScriptElement: library.HTMLScriptElement,
      HTMLOptionElement: library.HTMLOptionElement,
      ShadowRoot: library.ShadowRoot,
      DocumentFragment: library.DocumentFragment,
      EventTarget: library.EventTarget,
      MutationObserver: FakeMutationObserver,
      IntersectionObserver: FakeIntersectionObserver,
    },
  }
}
