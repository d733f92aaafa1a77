import type { Session } from './installation.ts'

/** The name of an element in answers: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** An element of a page, as the driver names it. */
export interface Found {
  readonly [ELEMENT]: string
}

export const elementPath = (found: Found): string => `/element/${found[ELEMENT]}`

type Command = Session['call']

/** One window of a session, or a frame in it, to which one command at a time is given. */
export interface Place {
  /** Gives commands that must not be parted. */
  inTurn<Value>(task: (command: Command) => Promise<Value>): Promise<Value>
  /**
   * The value of a function or an expression, once it has settled; it must be data.
   *
   * @param source - JavaScript: an expression, or a function.
   * @param given - What the function is called with: data or elements, which the driver knows only when they stand alone.
   * @throws Error with the page's words, and when the page goes away before the answer.
   */
  evaluate<Value>(source: string, ...given: unknown[]): Promise<Value>
  /** Where the page was when it was last asked something. */
  url(): string
}

/** Keeps what has not settled yet out of everybody's sight, for as long as there is this document. */
const KEPT = "Symbol.for('test.kept')"

/** As data, whatever the page has made of JSON. `undefined` stays that, which WebDriver's own answers do not know. */
const PLAIN = `function plain(value, depth) {
  if (value === undefined || typeof value === 'function' || depth > 30) return {}
  if (typeof value === 'number' && !isFinite(value)) return { n: '' + value }
  if (value === null || typeof value !== 'object') return { v: value }
  if (value instanceof Node || value === window) return { v: '' + value }
  if (Array.isArray(value)) {
    const list = []
    for (let index = 0; index < value.length; index++) list[index] = plain(value[index], depth + 1)
    return { l: list }
  }
  const members = []
  for (const name of Object.keys(value)) members[members.length] = [name, plain(value[name], depth + 1)]
  return { o: members }
}`

const asking = (source: string) => `
  ${PLAIN}
  let value = (${source})
  if (typeof value === 'function') value = value(...arguments)
  if (!value || typeof value.then !== 'function') return { url: location.href, answer: plain(value, 0) }
  if (!document[${KEPT}]) Object.defineProperty(document, ${KEPT}, { value: [] })
  const settled = document[${KEPT}]
  const place = settled.length
  settled[place] = undefined
  value.then(
    (result) => { settled[place] = { url: location.href, answer: plain(result, 0) } },
    (fault) => { settled[place] = { url: location.href, fault: String((fault && fault.message) || fault) } },
  )
  return { url: location.href, place }`

const LOOKING = `const settled = document[${KEPT}]
  return settled ? settled[arguments[0]] || {} : { fault: 'The page went away.' }`

type Plain = { v?: unknown; n?: string; l?: Plain[]; o?: [string, Plain][] }

interface Answer {
  readonly url?: string
  readonly answer?: Plain
  readonly fault?: string
  readonly place?: number
}

function told({ v, n, l, o }: Plain): unknown {
  if (n !== undefined) return Number(n)
  if (l) return l.map(told)
  if (o) return Object.fromEntries(o.map(([name, value]) => [name, told(value)]))
  return v
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** Takes the same turns for all windows of a session, which has one current window. */
export function createTurns(session: Session) {
  let last: Promise<unknown> = Promise.resolve()
  let current = ''
  return {
    async at<Value>(handle: string, task: (command: Command) => Promise<Value>): Promise<Value> {
      const turn = last.then(async () => {
        if (current !== handle) await session.call('POST', '/window', { handle })
        current = handle
        return task(session.call)
      })
      last = turn.catch(() => {})
      return turn
    },
    /** To be called when the session's current window is gone. */
    forget() {
      current = ''
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

/** @param inTurn - Gives commands to the window, with the frame chosen. */
export function createPlace(inTurn: Place['inTurn']): Place {
  let url = 'about:blank'
  const execute = (script: string, ...args: unknown[]) =>
    inTurn((command) => command<Answer>('POST', '/execute/sync', { script, args }))

  return {
    inTurn,
    url: () => url,
    async evaluate<Value>(source: string, ...given: unknown[]) {
      let answer = await execute(asking(source), ...given)
      url = answer.url ?? url
      const { place } = answer
      for (let wait = 5; !answer.answer && !answer.fault; wait = Math.min(wait * 2, 100)) {
        await pause(wait)
        answer = await execute(LOOKING, place)
      }
      url = answer.url ?? url
      if (answer.fault) throw new Error(answer.fault)
      return told(answer.answer ?? {}) as Value
    },
  }
}
