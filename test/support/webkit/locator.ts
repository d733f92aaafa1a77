import { fileURLToPath } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya'
import { rollup } from 'rollup'
import type { Button, Hands } from './keys.ts'
import { elementPath, type Found, type Place, pause } from './window.ts'

/** Patience with a page that is not ready for what is done to it. */
const PATIENCE_MS = 15_000

const FINDER = "Symbol.for('test.finder')"

let finder: Promise<string> | undefined

/** The rules by which Playwright finds elements, as a script for a page: https://github.com/vitest-dev/ivya */
function finderScript(): Promise<string> {
  finder ??= (async () => {
    const input = fileURLToPath(import.meta.resolve('ivya'))
    const bundle = await rollup({ input, plugins: [nodeResolve()], logLevel: 'silent' })
    const { output } = await bundle.generate({ format: 'iife', name: 'ivya' })
    return `${output[0].code}
      const found = ivya.Ivya.create({ browser: 'webkit' })
      Object.defineProperty(document, ${FINDER}, { value: (selector) => found.queryLocatorSelectorAll(selector) })`
  })()
  return finder
}

type Text = string | RegExp

interface Exactly {
  readonly exact?: boolean
}

interface ClickOptions {
  readonly button?: Button
  readonly position?: { readonly x: number; readonly y: number }
  readonly modifiers?: readonly string[]
}

type InPage = string | ((...args: never[]) => unknown)

/** The part of [Playwright's `Locator`](https://playwright.dev/docs/api/class-locator) that stories use, by WebDriver. */
export interface WebKitLocator extends Finders {
  first(): WebKitLocator
  last(): WebKitLocator
  nth(index: number): WebKitLocator
  filter(by: { hasText: Text }): WebKitLocator
  click(options?: ClickOptions): Promise<void>
  dblclick(): Promise<void>
  hover(options?: Pick<ClickOptions, 'position'>): Promise<void>
  tap(): Promise<void>
  press(key: string): Promise<void>
  fill(text: string): Promise<void>
  check(): Promise<void>
  uncheck(): Promise<void>
  selectOption(wanted: string | { label: string }): Promise<void>
  focus(): Promise<void>
  waitFor(options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden' }): Promise<void>
  scrollIntoViewIfNeeded(): Promise<void>
  count(): Promise<number>
  textContent(): Promise<string | null>
  getAttribute(name: string): Promise<string | null>
  inputValue(): Promise<string>
  boundingBox(): Promise<{ x: number; y: number; width: number; height: number }>
  evaluate(does: InPage, given?: unknown): Promise<unknown>
  evaluateAll(does: InPage, given?: unknown): Promise<unknown>
}

/** The ways to find elements that pages and locators share. */
export interface Finders {
  locator(selector: string, by?: { hasText: Text }): WebKitLocator
  getByText(text: Text, options?: Exactly): WebKitLocator
  getByLabel(text: Text, options?: Exactly): WebKitLocator
  getByRole(role: string, options?: Exactly & { name?: Text; level?: number }): WebKitLocator
}

/** @param scope - What is looked in: a selector, or nothing for the whole page. */
export function createFinders(place: Place, hands: Hands, scope = ''): Finders {
  const within = (selector: string) =>
    createLocator(place, hands, scope ? `${scope} >> ${selector}` : selector)
  return {
    locator: (selector, by) => (by ? within(selector).filter(by) : within(selector)),
    getByText: (text, options) => within(getByTextSelector(text, options)),
    getByLabel: (text, options) => within(getByLabelSelector(text, options)),
    getByRole: (role, options) => within(getByRoleSelector(role, options)),
  }
}

/** As the selector engine writes what has this text in it. */
const having = (text: Text) =>
  `internal:has-text=${text instanceof RegExp ? String(text) : `${JSON.stringify(text)}i`}`

/** Has it in the window, and tells where; not while something else is over it. */
const REACH = `(element, position) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const whole = element.getBoundingClientRect()
  if (!whole.width || !whole.height) throw new Error('nothing to see')
  const { left, top, width, height } = position ? whole : element.getClientRects()[0]
  const x = left + (position ? position.x : width / 2)
  const y = top + (position ? position.y : height / 2)
  const hit = element.getRootNode().elementFromPoint(x, y)
  const isIt = hit && (element.contains(hit) || hit.contains(element) || element.control === hit)
  if (!isIt) throw new Error('under something else: ' + (hit && hit.outerHTML.slice(0, 80)))
  // The driver counts from the corner of the window.
  const at = { x, y }
  for (let inner = window; inner.frameElement; inner = inner.parent) {
    const frame = inner.frameElement.getBoundingClientRect()
    at.x += frame.left + inner.frameElement.clientLeft
    at.y += frame.top + inner.frameElement.clientTop
  }
  return at
}`

/** Makes a field ready to be typed into, or sets it where nobody types; tells which. */
const READY = `(field, text) => {
  field.focus()
  if (!['range', 'color', 'date', 'time', 'month', 'week', 'datetime-local'].includes(field.type)) {
    if (field.select) field.select()
    return true
  }
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return false
}`

const IS_CHECKED = '(box) => box.checked ?? box.control?.checked'

const IS_VISIBLE =
  "(element) => element.getBoundingClientRect().height > 0 && getComputedStyle(element).visibility === 'visible'"

const FOCUS = '(element) => element.focus()'

/** The elements that a selector finds, and what the page says of one. */
function createSearch(place: Place, selector: string) {
  const execute = <Value>(script: string, ...args: unknown[]) =>
    place.inTurn((command) => command<Value>('POST', '/execute/sync', { script, args }))

  /** Nothing where the finder is not yet. */
  const look = () =>
    execute<Found[] | null>(
      `return document[${FINDER}] ? document[${FINDER}](arguments[0]) : null`,
      selector,
    )

  async function all(): Promise<Found[]> {
    const found = await look()
    if (found) return found
    await execute(await finderScript())
    return (await look()) ?? []
  }

  async function one(): Promise<Found> {
    const [element, ...others] = await all()
    if (!element || others.length > 0) throw new Error(`${others.length + Number(!!element)} found`)
    return element
  }

  return {
    all,
    /** Does something with the one element, as soon as it lets that be done. */
    async act<Value>(does: (element: Found) => Promise<Value>): Promise<Value> {
      const end = Date.now() + PATIENCE_MS
      for (let wait = 20; ; wait = Math.min(wait * 2, 250)) {
        try {
          return await does(await one())
        } catch (fault) {
          if (Date.now() > end) throw new Error(`${selector}: ${(fault as Error).message}`)
          await pause(wait)
        }
      }
    },
    ask: <Value>(does: string, element: Found, more?: unknown) =>
      place.evaluate<Value>(does, element, more ?? null),
    /** The option of a select with this value or label. */
    option: (select: Found, name: string) =>
      execute<Found | null>(
        `const [select, name] = arguments
        return [...select.options].find((option) => option.value === name || option.label === name) || null`,
        select,
        name,
      ),
  }
}

type Search = ReturnType<typeof createSearch>

type State = 'attached' | 'detached' | 'visible' | 'hidden'

/** Waits for a state of whatever a selector finds. */
async function waitFor({ all, ask }: Search, selector: string, state: State) {
  const isVisible = async () => {
    const [element] = await all()
    return element !== undefined && (await ask<boolean>(IS_VISIBLE, element))
  }
  const is = {
    attached: async () => (await all()).length > 0,
    detached: async () => (await all()).length === 0,
    visible: isVisible,
    hidden: async () => !(await isVisible()),
  }
  const end = Date.now() + PATIENCE_MS
  while (!(await is[state]().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${selector} is not ${state}`)
    await pause(50)
  }
}

/** Actions of a person on an element. */
function createDeeds(place: Place, hands: Hands, { act, ask, option }: Search) {
  const reach = (element: Found, position?: ClickOptions['position']) =>
    ask<{ x: number; y: number }>(REACH, element, position)

  async function click(element: Found, options: ClickOptions & { times?: number } = {}) {
    const { x, y } = await reach(element, options.position)
    await hands.holding(options.modifiers ?? [], () => hands.click(x, y, options))
  }

  const set = (isOn: boolean) => () =>
    act(async (element) => {
      if ((await ask(IS_CHECKED, element)) !== isOn) await click(element)
    })

  return {
    click: (options?: ClickOptions) => act((element) => click(element, options)),
    dblclick: () => act((element) => click(element, { times: 2 })),
    hover: (options?: ClickOptions) =>
      act(async (element) => {
        const { x, y } = await reach(element, options?.position)
        await hands.move(x, y)
      }),
    tap: () =>
      act(async (element) => {
        const { x, y } = await reach(element)
        await hands.tap(x, y)
      }),
    async press(key: string) {
      await act((element) => ask(FOCUS, element))
      await hands.press(key)
    },
    async fill(text: string) {
      const isTyped = await act((element) => ask<boolean>(READY, element, text))
      if (isTyped) await (text === '' ? hands.press('Delete') : hands.type(text))
    },
    check: set(true),
    uncheck: set(false),
    selectOption: (wanted: string | { label: string }) =>
      act(async (element) => {
        const name = typeof wanted === 'string' ? wanted : wanted.label
        const found = await option(element, name)
        if (!found) throw new Error(`no option ${name}`)
        // A list that the browser draws itself has no place in the page.
        await place.inTurn((command) => command('POST', `${elementPath(found)}/click`))
      }),
    focus: () => act((element) => ask<void>(FOCUS, element)),
    scrollIntoViewIfNeeded: () =>
      act((element) =>
        ask<void>("(element) => element.scrollIntoView({ block: 'nearest' })", element),
      ),
  }
}

function createLocator(place: Place, hands: Hands, selector: string): WebKitLocator {
  const more = (part: string) => createLocator(place, hands, `${selector} >> ${part}`)
  const search = createSearch(place, selector)
  const { all, act, ask } = search
  return {
    ...createFinders(place, hands, selector),
    ...createDeeds(place, hands, search),
    first: () => more('nth=0'),
    last: () => more('nth=-1'),
    nth: (index) => more(`nth=${index}`),
    filter: ({ hasText }) => more(having(hasText)),
    waitFor: ({ state = 'visible' } = {}) => waitFor(search, selector, state),
    count: async () => (await all()).length,
    textContent: () => act((element) => ask('(element) => element.textContent', element)),
    getAttribute: (name) =>
      act((element) => ask('(element, name) => element.getAttribute(name)', element, name)),
    boundingBox: () =>
      act((element) =>
        ask(
          `(element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return { x, y, width, height }
          }`,
          element,
        ),
      ),
    inputValue: () => act((element) => ask('(element) => element.value', element)),
    evaluate: (does, given) => act((element) => ask(String(does), element, given)),
    evaluateAll: async (does, given) =>
      place.evaluate(
        `(more, ...elements) => (${does})(elements, more)`,
        given ?? null,
        ...(await all()),
      ),
  }
}
