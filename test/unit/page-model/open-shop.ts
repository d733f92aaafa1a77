import type { Svc } from '../../../src/api/svc'
import { type BrowserOptions, createBrowser } from '../../fakes/fake-browser'
import { createElement, type FakeElement } from '../../fakes/fake-dom'
import { openPage, type PageOptions } from '../../fakes/fake-page'

/** An event as the tracker received it. */
export interface SentEvent {
  readonly action: string
  readonly uid: string
  /** When it happened, by its `t`. */
  readonly at: number
  readonly data: Readonly<Record<string, unknown>> & {
    readonly pid?: string
    readonly query?: string
    readonly visitId: string
    readonly requestId?: string
    readonly pids_list?: readonly string[]
  }
}

const LATENCY_MS = 20

/** A browser with a healthy tracker, and everything that the tracker received. */
export function createShopBrowser(options: BrowserOptions = {}) {
  const events: SentEvent[] = []
  const browser = createBrowser({
    ...options,
    onRequest({ init, url, answer, lifecycle }) {
      const text = (name: string) => url.searchParams.get(name) ?? ''
      if (init.method !== 'HEAD')
        events.push({
          action: text('action'),
          uid: text('uid'),
          at: Number.parseInt(text('t'), 10),
          data: JSON.parse(text('data')),
        })
      browser.timeline.in(LATENCY_MS, () => answer(200), lifecycle)
    },
  })
  return { ...browser, events }
}

/** Creates an element with `data-svc-` attributes; other attributes are given by their full names. */
export const marked = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  names: Readonly<Record<string, string>>,
  other = {},
) =>
  createElement(tag, {
    ...Object.fromEntries(Object.entries(names).map(([name, text]) => [`data-svc-${name}`, text])),
    ...other,
  })

/** A page some time after it has run `svc.js`, or at `restMs: 0` in the same task, and what a shopper and the shop's scripts can do on it. */
export function openShop(
  browser: ReturnType<typeof createShopBrowser>,
  settings: Readonly<Record<string, unknown>> = {},
  { restMs = 300, ...more }: PageOptions & { readonly restMs?: number } = {},
) {
  const page = openPage(browser, { settings, ...more })
  const { dom, document, fire, run, tag, window } = page
  const { timeline } = browser
  void run(tag.startTag)
  if (restMs) timeline.advance(restMs)
  const svc = window.svc as Svc

  const MOUSE = { pointerType: 'mouse', detail: 1, button: 0, screenX: 500, screenY: 500 }
  const dispatch = (type: string, target: FakeElement, more: object = {}) =>
    fire(target, type, { ...MOUSE, ...more })

  function show(visibility: 'visible' | 'hidden') {
    document.visibilityState = visibility
    fire(document, 'visibilitychange')
  }

  /** Changes the tree, which the next frame shows. */
  const change = (task: () => void) =>
    run(() => {
      task()
      dom.requestFrame()
    })

  /** What the tag is waiting for, and what it watches. */
  const watched = () => ({
    timers: timeline.timers(),
    observed: dom.observed(),
    listeners: page.listenerCount(),
  })

  return {
    page,
    dom,
    /** What is still active some seconds after a refusal. */
    leftOver() {
      timeline.advance(20_000)
      return watched()
    },
    /** Stops the tag, and returns what it has left in the page. */
    stop() {
      run(() => void svc.stop())
      timeline.advance(20_000)
      const { impressions, tiles, queue } = tag
      return {
        ...watched(),
        memory:
          impressions.batches.size + tiles.observed.size + tiles.passed.size + tiles.inSight.size,
        unsent: queue.entries.size,
      }
    },
    svc,
    timeline,
    dispatch,
    call: (task: (tag: Svc) => void) => run(() => task(svc)),
    press(target: FakeElement, more: object = {}) {
      dispatch('pointerdown', target, more)
      dispatch('pointerup', target, more)
      dispatch('click', target, more)
    },
    /** Adds an element at the end, or at a place among the children. */
    append: (parent: FakeElement, child: FakeElement, at = Number.POSITIVE_INFINITY) =>
      change(() => parent.insertBefore(child, parent.children[at] ?? null)),
    remove: (child: FakeElement) => change(() => child.remove()),
    set: (element: FakeElement, name: string, value: string) =>
      change(() => element.setAttribute(name, value)),
    hide: () => show('hidden'),
    show: () => show('visible'),
    restore() {
      show('visible')
      fire(window, 'pageshow', { persisted: true })
    },
    go(href: string) {
      const { History } = window as unknown as { History: { prototype: History } }
      run(() => History.prototype.pushState.call({}, href as never, ''))
    },
    /** What the tag keeps in this browser. */
    kept: () => [
      ...Object.keys(browser.localStorage).filter((key) => key.startsWith('svc-tag.')),
      ...[...browser.cookies.jar.keys()],
    ],
  }
}

/** What is still active after a refusal: only the tag's listeners for a page that is left or restored, and for presses, which it ignores. */
export const afterDenial = () => {
  const shop = openShop(createShopBrowser())
  shop.call((svc) => svc.consent('denied'))
  return shop.leftOver()
}

/** What a stopped tag leaves. */
export const NOTHING = { timers: 0, observed: 0, listeners: 0, memory: 0, unsent: 0 }
