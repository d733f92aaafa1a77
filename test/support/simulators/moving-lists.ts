/** Acts on a page with lists. */
type Kind =
  | 'scroll'
  | 'scrollInside'
  | 'put'
  | 'remove'
  | 'fill'
  | 'drawAgain'
  | 'replaceList'
  | 'reverse'
  | 'hide'
  | 'show'
  | 'recycle'
  | 'rename'
  | 'grow'
  | 'push'
  | 'group'
  | 'fold'
  | 'steal'
  | 'moveList'
  | 'thin'
  | 'cover'

/** A change of a page with lists; members that it does not need are absent. */
export interface Move {
  readonly kind: Kind
  readonly list: number
  /** The position, from 0 (the start) to 1 (the end). */
  readonly share?: number
  /** The number of tiles. */
  readonly count?: number
}

/** The script that moves the lists of a page, and checks every tile on every frame. */
export interface MovingLists {
  readonly move: (moves: readonly Move[]) => void
  /** The products in the window that the tag has not reported, each with its list and its id. */
  readonly missing: () => string[]
  /** Whether a product was in the list and, in total, in the window for at least half of the time that the tag waits for. */
  readonly mayBeSeen: (name: string) => boolean
}

/**
 * Runs in the page, where `svc` is: creates `window.moving` for the elements `#list-0` and so on, whose lists are named after the scenario.
 */
export function moveLists({
  sizes,
  name,
  dwellMs,
}: {
  sizes: readonly number[]
  name: string
  dwellMs: number
}) {
  const reported = new Set<string>()
  /** By product. A product that is already visible when its list becomes another list does not start over. */
  const seenMs = new Map<string, number>()
  const held = new Set<string>()
  let made = 0
  let names = 0
  let lastFrame = performance.now()

  const lists = () => sizes.map((_, index) => listOf(index))
  const listOf = (index: number) => document.getElementById(`list-${index}`) as HTMLElement
  const listAt = (share: number) =>
    listOf(Math.min(sizes.length - 1, Math.floor(share * sizes.length)))
  const at = (list: Element, share: number) =>
    Math.min(list.children.length, Math.floor(share * (list.children.length + 1)))

  function tile() {
    const one = document.createElement('div')
    one.dataset.svcProduct = `P${made++}`
    one.textContent = one.dataset.svcProduct
    return one
  }
  const tiles = (count: number) => Array.from({ length: count }, tile)

  function within(rect: DOMRect, left: number, top: number, right: number, bottom: number) {
    const width = Math.min(rect.right, right) - Math.max(rect.left, left)
    const height = Math.min(rect.bottom, bottom) - Math.max(rect.top, top)
    return Math.max(0, width) * Math.max(0, height)
  }

  const nameOf = (list: HTMLElement, one: HTMLElement) =>
    `${list.dataset.svcQuery} ${one.dataset.svcProduct}`
  const tilesOf = (list: HTMLElement) => [
    ...list.querySelectorAll<HTMLElement>('[data-svc-product]'),
  ]
  const cover = document.getElementById('cover') as HTMLElement

  function remember() {
    for (const list of lists()) for (const one of tilesOf(list)) held.add(nameOf(list, one))
  }

  /** The tiles of a list that are in the window, each with its visible share. */
  function sharesIn(list: HTMLElement) {
    const { clientWidth, clientHeight } = document.documentElement
    const box = list.getBoundingClientRect()
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
    const [right, bottom] = [Math.min(clientWidth, box.right), Math.min(clientHeight, box.bottom)]
    if (right <= left || bottom <= top) return []
    return tilesOf(list).map((one) => {
      const rect = one.getBoundingClientRect()
      const share = within(rect, left, top, right, bottom) / (rect.width * rect.height)
      return { list, one, share }
    })
  }

  /** Also counts covered tiles, because the tag looks for covers only when a tile's dwell is over. */
  function look() {
    const now = performance.now()
    for (const { one, share } of lists().flatMap(sharesIn)) {
      const { svcProduct = '' } = one.dataset
      // The tile may have come into view right after the last check.
      if (share > 0.45) seenMs.set(svcProduct, (seenMs.get(svcProduct) ?? 0) + now - lastFrame)
    }
    lastFrame = now
    requestAnimationFrame(look)
  }

  /** With any other `overflow`, the tag does not notice what a style hides in the list until something else happens. */
  const growsPage = (list: HTMLElement) => getComputedStyle(list).overflowX === 'visible'

  const moves: {
    [K in Kind]: (list: HTMLElement, of: { share: number; count: number }) => void
  } = {
    scroll: (_, { share }) => window.scrollTo(0, share * document.documentElement.scrollHeight),
    scrollInside: (list, { share }) =>
      list.scrollTo(share * list.scrollWidth, share * list.scrollHeight),
    put(list, { share, count }) {
      const next = list.children[at(list, share)] ?? null
      for (const one of tiles(count)) list.insertBefore(one, next)
    },
    remove(list, { share, count }) {
      const first = at(list, share)
      for (const one of [...list.children].slice(first, first + count)) one.remove()
    },
    fill: (list, { count }) => list.replaceChildren(...tiles(count)),
    drawAgain(list) {
      list.innerHTML = String(list.innerHTML)
    },
    replaceList: (list) => list.replaceWith(list.cloneNode(true)),
    reverse: (list) => list.replaceChildren(...[...list.children].reverse()),
    hide(list) {
      list.style.display = 'none'
    },
    show(list) {
      list.style.display = ''
    },
    recycle(list, { share, count }) {
      const first = at(list, share)
      for (const one of [...list.children].slice(first, first + count) as HTMLElement[])
        one.textContent = one.dataset.svcProduct = `P${made++}`
    },
    rename(list) {
      list.dataset.svcQuery = `${name} renamed ${names++}`
    },
    grow(list, { share }) {
      const one = list.children[at(list, share)] as HTMLElement | undefined
      if (one) one.style.height = `${Math.round(60 + share * 400)}px`
    },
    group(list, { share, count }) {
      const first = at(list, share)
      const group = document.createElement('section')
      const parts = [...list.children].slice(first, first + count)
      list.insertBefore(group, parts[0] ?? null)
      group.append(...parts)
    },
    fold(list, { share }) {
      const groups = [...list.querySelectorAll<HTMLElement>('section')]
      const one = groups[Math.floor(share * groups.length)]
      if (one && growsPage(list)) one.hidden = !one.hidden
    },
    steal(list, { share, count }) {
      const [first, from] = [at(list, share), listAt(share)]
      const next = list.children[first] ?? null
      for (const one of [...from.children].slice(0, count))
        if (!one.contains(next)) list.insertBefore(one, next)
    },
    moveList(list, { share }) {
      const other = listAt(share)
      if (other !== list) other.before(list)
    },
    thin(list, { share }) {
      if (growsPage(list)) list.classList.toggle(share > 0.5 ? 'thinner' : 'thin')
    },
    cover(_, { share }) {
      cover.style.display = share > 0.5 ? '' : 'none'
    },
    push(_, { share }) {
      const head = document.getElementById('head') as HTMLElement
      head.style.height = `${Math.round(share * 2_000)}px`
    },
  }

  svc.on('event', ({ action, data }) => {
    if (action === 'PRODUCT_IMPRESSIONS')
      for (const pid of data.pids_list ?? []) reported.add(`${data.query} ${pid}`)
  })
  for (const [index, list] of lists().entries()) {
    list.dataset.svcQuery = `${name} ${index}`
    list.append(...tiles(sizes[index] ?? 0))
  }
  remember()
  requestAnimationFrame(look)

  const moving: MovingLists = {
    move(all) {
      for (const { kind, list, share = 0, count = 0 } of all) {
        moves[kind](listOf(list % sizes.length), { share, count })
        remember()
      }
    },
    missing: () =>
      (cover.style.display === 'none' ? lists() : [])
        .flatMap(sharesIn)
        .filter(({ share }) => share > 0.55)
        .map(({ list, one }) => nameOf(list, one))
        .filter((name) => !reported.has(name)),
    mayBeSeen: (name) =>
      held.has(name) && (seenMs.get(name.slice(name.lastIndexOf(' ') + 1)) ?? 0) >= dwellMs / 2,
  }
  Object.assign(window, { moving })
}

declare const svc: {
  on(
    name: 'event',
    listener: (event: {
      readonly action: string
      readonly data: { readonly query?: string; readonly pids_list?: readonly string[] }
    }) => void,
  ): void
}
