/** Results that a router shows. */
export interface Part extends Reply {
  readonly start: string
  /** Numbers of products. */
  readonly pids: readonly number[]
  /** What goes on being used of the part that was in its place. */
  readonly keep: 'nothing' | 'list' | 'tiles'
}

/** What a list is; one that is not known by its request id has an empty one. */
interface Reply {
  readonly query: string
  readonly requestId: string
}

/** What a router does. */
export interface Step {
  /** Where it goes, before or after it draws. */
  readonly go:
    | {
        readonly url: string
        readonly how: 'pushState' | 'replaceState'
        readonly isFirst: boolean
      }
    | undefined
  /** All there are from now on; as they were when there is nothing. */
  readonly parts: readonly Part[] | undefined
  /** The tiles outside of any part, likewise. */
  readonly loose: readonly number[] | undefined
  /** What `svc.context` is called with, `null` for no list. */
  readonly context: Reply | null | undefined
}

/** What is in the page to act as a router, and to know what the tag has to tell of it. */
export interface RoutedLists {
  /** Does all in one task. Each time is to last until the tag has looked. */
  readonly step: (steps: readonly Step[]) => void
  /** Goes back, and draws what was there; does nothing where the history begins. */
  readonly back: () => Promise<void>
  /** Reports a search by call. */
  readonly search: (text: string) => void
  /** A product is about to be pressed. */
  readonly press: (pid: string) => void
  /** What has to have been told when the page is as it is for long, and was not: the query, the request id, the product. */
  readonly missing: () => string[]
  readonly model: () => Model
}

/** What has to be told in all. */
export interface Model {
  /** Of each product in each list, how often at least and at most, and where. */
  readonly impressions: readonly {
    readonly name: string
    readonly least: number
    readonly most: number
    readonly places: readonly string[]
  }[]
  /** Searches and presses, each with where it happened. */
  readonly others: readonly (readonly [what: string, place: string])[]
}

/** Runs in an empty page, where `svc` is: makes `window.routed`. */
export function routeLists({ dwellMs }: { dwellMs: number }) {
  /** A list for as long as it is the same one. */
  interface Instance {
    readonly places: Set<string>
    /** For how long what it tells was in sight. */
    readonly sightMs: Map<string, number>
    /** What it has to tell. */
    readonly due: Set<string>
  }
  interface Shown {
    readonly tile: HTMLElement
    readonly list: HTMLElement | undefined
  }
  /** What a tile belongs to. */
  interface Belongs extends Reply {
    /** That names the list, or stands for what has no element. */
    readonly holder: object
    readonly key: string
  }

  const kept = new WeakMap<object, { readonly key: string; readonly instance: Instance }>()
  const onRoute = new Map<string, Instance>()
  const instances: Instance[] = []
  const noElement = {}
  const stays = new WeakMap<HTMLElement, { pid: string; since: number }>()
  const told = new Map<string, number>()
  const others: (readonly [string, string])[] = []
  const entries: Pick<Step, 'parts' | 'loose'>[] = [{ parts: [], loose: [] }]
  let named: Reply | undefined
  /** Until the list that has no element is named again, it need not be a new one for the tiles that stay. */
  let unnamedSince = 0
  let place = { url: location.href, referrer: document.referrer }

  const app = document.body.appendChild(document.createElement('main'))
  const beside = document.body.appendChild(document.createElement('aside'))

  const placeName = () => `${place.url} < ${place.referrer}`

  function tile(pid: number, old?: Element) {
    const one = (old as HTMLElement | undefined) ?? document.createElement('i')
    if (one.dataset.svcProduct !== `P${pid}`) one.dataset.svcProduct = `P${pid}`
    return one
  }

  function fill(box: Element, pids: readonly number[], isKept: boolean) {
    const old = [...box.children]
    const tiles = pids.map((pid, index) => tile(pid, isKept ? old[index] : undefined))
    const isAsItWas = tiles.length === old.length && tiles.every((one, index) => one === old[index])
    if (!isAsItWas) box.replaceChildren(...tiles)
  }

  function mark(element: HTMLElement, attribute: string, value: string) {
    if (!value) element.removeAttribute(attribute)
    else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
  }

  function draw({ query, requestId, start, pids, keep }: Part, old: Element | undefined) {
    const isKept = keep !== 'nothing' && old !== undefined
    const list = isKept ? (old as HTMLElement) : document.createElement('section')
    mark(list, 'data-svc-query', query)
    mark(list, 'data-svc-request-id', requestId)
    mark(list, 'data-svc-start', start)
    fill(list, pids, keep === 'tiles')
    if (old && !isKept) old.replaceWith(list)
    if (!old) app.append(list)
  }

  function drawAll({ parts, loose }: Pick<Step, 'parts' | 'loose'>) {
    const old = [...app.children]
    for (const [index, part] of parts?.entries() ?? []) draw(part, old[index])
    if (parts) for (const one of old.slice(parts.length)) one.remove()
    if (loose) fill(beside, loose, true)
  }

  function belonging(list: HTMLElement): Belongs {
    const { svcQuery: query = '', svcRequestId = '', svcStart = '' } = list.dataset
    const requestId = svcRequestId || (named?.query === query ? named.requestId : '')
    return { query, requestId, holder: list, key: requestId || `${query} ${svcStart}` }
  }

  function onlyList(): Belongs | undefined {
    const [first, ...rest] = ([...app.children] as HTMLElement[]).map(belonging)
    return rest.every(({ key }) => key === first?.key) ? first : undefined
  }

  const namedList = () =>
    named && { ...named, holder: noElement, key: named.requestId || `${named.query} ` }

  const belongs = ({ list }: Shown) => (list ? belonging(list) : (onlyList() ?? namedList()))

  const shown = (): Shown[] =>
    [...document.querySelectorAll<HTMLElement>('[data-svc-product]')].map((tile) => ({
      tile,
      list: tile.closest<HTMLElement>('section') ?? undefined,
    }))

  function instanceOf({ holder, key }: Belongs) {
    const before = kept.get(holder)
    if (before?.key === key) return before.instance
    const instance = onRoute.get(key) ?? { places: new Set(), sightMs: new Map(), due: new Set() }
    if (!onRoute.has(key)) instances.push(instance)
    onRoute.set(key, instance)
    kept.set(holder, { key, instance })
    return instance
  }

  function staySince(tile: HTMLElement, pid: string) {
    const before = stays.get(tile)
    if (before?.pid === pid) return before.since
    stays.set(tile, { pid, since: performance.now() })
    return performance.now()
  }

  function take({ tile }: Shown, list: Belongs, isAtRest: boolean) {
    const { svcProduct: pid = '' } = tile.dataset
    const since = staySince(tile, pid)
    const { sightMs, places, due } = instanceOf(list)
    const name = `${list.query} ${list.requestId} ${pid}`
    places.add(placeName())
    sightMs.set(name, Math.max(performance.now() - since, sightMs.get(name) ?? 0))
    if (isAtRest && (list.holder !== noElement || since > unnamedSince)) due.add(name)
  }

  /** Takes down what is shown, and for how long it has been. */
  function remember(isAtRest = false) {
    for (const one of shown()) {
      const list = belongs(one)
      if (list) take(one, list, isAtRest)
    }
  }

  function noticeRoute() {
    if (location.href === place.url) return
    place = { url: location.href, referrer: place.url }
    onRoute.clear()
    kept.delete(noElement)
    unnamedSince = performance.now()
  }

  function go({ url, how }: NonNullable<Step['go']>, { parts, loose }: Step) {
    history[how]({}, '', url)
    if (how === 'replaceState') entries.pop()
    entries.push({ parts, loose })
    noticeRoute()
  }

  function name(context: Reply | null) {
    named = context ?? undefined
    unnamedSince = 0
    svc.context(
      context ? { query: context.query, requestId: context.requestId || undefined } : undefined,
    )
    // The tag has looked.
    remember()
  }

  function step(one: Step) {
    if (one.go?.isFirst) go(one.go, one)
    drawAll(one)
    if (one.go?.isFirst === false) go(one.go, one)
    if (one.context !== undefined) name(one.context)
  }

  const numberOf = (has: (one: Instance) => boolean) => instances.filter(has).length
  const leastOf = (name: string) => numberOf(({ due }) => due.has(name))
  const names = () => [...new Set(instances.flatMap(({ sightMs }) => [...sightMs.keys()]))]

  svc.on('event', ({ action, data: { query, requestId = '', pids_list = [] } }) => {
    for (const pid of action === 'PRODUCT_IMPRESSIONS' ? pids_list : []) {
      const one = `${query} ${requestId} ${pid}`
      told.set(one, (told.get(one) ?? 0) + 1)
    }
  })

  const routed: RoutedLists = {
    step(steps) {
      remember()
      steps.forEach(step)
      remember()
    },
    async back() {
      if (entries.length < 2) return
      entries.pop()
      remember()
      await new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true })
        history.back()
      })
      noticeRoute()
      drawAll(entries.at(-1) ?? { parts: [], loose: [] })
      remember()
    },
    search(text) {
      svc.track('search', { query: text })
      others.push([text, placeName()])
    },
    press: (pid) => others.push([pid, placeName()]),
    missing() {
      remember(true)
      return names().filter((one) => (told.get(one) ?? 0) < leastOf(one))
    },
    model: () => ({
      impressions: names().map((name) => ({
        name,
        least: leastOf(name),
        most: numberOf(({ sightMs }) => (sightMs.get(name) ?? 0) >= dwellMs / 2),
        places: instances.flatMap(({ sightMs, places }) => (sightMs.has(name) ? [...places] : [])),
      })),
      others,
    }),
  }
  Object.assign(window, { routed })
}

declare const svc: {
  context(context?: { readonly query: string; readonly requestId: string | undefined }): void
  track(action: 'search', data: { readonly query: string }): void
  on(
    name: 'event',
    listener: (event: {
      readonly action: string
      readonly data: {
        readonly query?: string
        readonly requestId?: string
        readonly pids_list?: readonly string[]
      }
    }) => void,
  ): void
}
