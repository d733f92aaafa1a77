/*
 * Three ways to tell which tiles were seen: two as one would write them for a shop of one's own, and the tag. All keep one
 * rule: half of a tile in the window, for `DWELL_MS`, once for each product; all tell by the same kind of request.
 */

/** Short, so that scrolling through ten thousand tiles takes a minute and not an hour. */
export const DWELL_MS = 100

export type Contender = 'nothing' | 'naive' | 'windowed' | 'ours'

/** Sends what was seen, together, at most every two seconds. */
const TELL = `
  let seen = []
  const tell = (pid) => {
    if (!seen.length) setTimeout(() => {
      for (let at = 0; at < seen.length; at += 200)
        fetch('/told?pids=' + encodeURIComponent(JSON.stringify(seen.slice(at, at + 200))), { keepalive: true })
      seen = []
    }, 2000)
    seen.push(pid)
  }`

/** One observer on every tile and one timer for each tile in sight, as every tutorial has it. */
const NAIVE = `<script>${TELL}
  const timers = new Map()
  const told = new Set()
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target))
      timers.delete(target)
      if (isIntersecting) timers.set(target, setTimeout(() => {
        timers.delete(target)
        observer.unobserve(target)
        const pid = target.dataset.svcProduct
        if (!told.has(pid)) tell(pid)
        told.add(pid)
      }, ${DWELL_MS}))
    }
  }, { threshold: 0.5 })
  const look = (node) => {
    for (const tile of node.querySelectorAll('[data-svc-product]')) observer.observe(tile)
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) {
      if (node.nodeType !== 1) continue
      if (node.matches('[data-svc-product]')) observer.observe(node)
      look(node)
    }
  }).observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => look(document))
</script>`

/**
 * The least that it can cost: an observer on the 72 tiles around the last one that came into sight. It knows that there is one
 * list whose tiles stand in the order of the document and are scrolled through without a jump.
 */
const WINDOWED = `<script>${TELL}
  const timers = new Map()
  const told = new Set()
  const places = new WeakMap()
  const observed = new Set()
  let tiles = []
  const REACH = 36
  const around = (place) => {
    for (const tile of observed) {
      if (Math.abs(places.get(tile) - place) <= REACH || timers.has(tile)) continue
      observed.delete(tile)
      observer.unobserve(tile)
    }
    for (let at = Math.max(0, place - REACH); at < Math.min(tiles.length, place + REACH); at += 1) {
      const tile = tiles[at]
      if (observed.has(tile) || told.has(tile.dataset.svcProduct)) continue
      observed.add(tile)
      observer.observe(tile)
    }
  }
  let centre = -1e9
  const observer = new IntersectionObserver((entries) => {
    let last = -1
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target))
      timers.delete(target)
      if (!isIntersecting) continue
      last = places.get(target)
      timers.set(target, setTimeout(() => {
        timers.delete(target)
        observed.delete(target)
        observer.unobserve(target)
        const pid = target.dataset.svcProduct
        if (!told.has(pid)) tell(pid)
        told.add(pid)
      }, ${DWELL_MS}))
    }
    if (last >= 0 && Math.abs(last - centre) > 8) around(centre = last)
  }, { threshold: 0.5 })
  const look = () => {
    tiles = [...document.querySelectorAll('[data-svc-product]')]
    tiles.forEach((tile, place) => places.set(tile, place))
    for (const tile of observed) if (!tile.isConnected) observed.delete(tile)
    around(centre = centre < 0 ? 0 : Math.min(centre, tiles.length - 1))
  }
  const add = (node) => {
    const fresh = node.matches('[data-svc-product]') ? [node] : node.querySelectorAll('[data-svc-product]')
    for (const tile of fresh) {
      places.set(tile, tiles.length)
      tiles.push(tile)
    }
  }
  new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => removedNodes.length)) return look()
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.nodeType === 1) add(node)
    around(Math.max(centre, 0))
  }).observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', look)
</script>`

/** What a contender puts into the head of the page. */
export function headOf(contender: Contender, tag: string): string {
  const heads = { nothing: '', naive: NAIVE, windowed: WINDOWED, ours: tag }
  return heads[contender]
}

/** A tile is in sight for a fifth of a second at this speed. */
const PX_PER_FRAME = 60

/** What is done on the page, by the page, so that nothing but the browser takes part in it. */
const ACTS = `<script>
  const tile = (pid) => '<li data-svc-product="' + pid + '"><i></i><a href="#' + pid + '">Product ' + pid +
    '</a> <b>€ 19.90</b> <button type="button">wish</button></li>'
  const tilesOf = (first, count) => Array.from({ length: count }, (_, index) => tile('P' + (first + index))).join('')
  const list = () => document.querySelector('ul')
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const scrollToEnd = async () => {
    const end = Math.floor(document.documentElement.scrollHeight - innerHeight)
    while (scrollY < end) {
      scrollBy(0, ${PX_PER_FRAME})
      await new Promise(requestAnimationFrame)
    }
  }
  const acts = {
    async scroll() {
      await scrollToEnd()
      await wait(${DWELL_MS * 8})
    },
    async append() {
      for (let batch = 1; batch < 100; batch += 1) {
        list().insertAdjacentHTML('beforeend', tilesOf(batch * 100, 100))
        for (let frame = 0; frame < 8; frame += 1) {
          scrollBy(0, frame % 2 ? -20 : 20)
          await new Promise(requestAnimationFrame)
        }
      }
    },
    async render() {
      for (let round = 0; round < 50; round += 1) {
        list().innerHTML = tilesOf(0, 1000)
        await wait(250)
      }
    },
  }
</script>`

/** What can be done on the page. */
export type Act = 'scroll' | 'append' | 'render'

/** Does it, and settles when it is done. Goes to `page.evaluate`. */
export const actOf = (act: Act) => `acts.${act}()`

/** A grid of tiles with a picture, a link, a price and a button, as shops have. */
export function pageOf(head: string, tiles: number): string {
  return `<!doctype html><html><head>${head}${ACTS}<style>
    body { margin: 0 }
    ul { display: grid; grid-template-columns: repeat(4, 1fr); margin: 0; padding: 0; list-style: none }
    li { height: 100px; overflow: hidden }
    li i { display: block; height: 40px; background: #ddd }
  </style></head><body><ul data-svc-query="shoes">${tilesOf(tiles)}</ul></body></html>`
}

const tilesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<li data-svc-product="P${index}"><i></i><a href="#P${index}">Product P${index}</a> <b>€ 19.90</b> <button type="button">wish</button></li>`,
  ).join('')
