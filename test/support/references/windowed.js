const REACH = 36

/**
 * The lowest possible cost: an observer on the 72 tiles around the last one that became visible.
 * Assumes that there is one list, whose tiles are in document order and are scrolled through
 * without a jump.
 */
export function watchWindow(tell, dwellMs) {
  const timers = new Map()
  const told = new Set()
  const places = new WeakMap()
  const observed = new Set()
  let tiles = []
  let centre = -1e9
  const observer = new IntersectionObserver(onIntersection, { threshold: 0.5 })

  function watch(tile) {
    if (observed.has(tile) || told.has(tile.dataset.svcProduct)) return
    observed.add(tile)
    observer.observe(tile)
  }

  function around(place) {
    for (const tile of observed) {
      if (Math.abs(places.get(tile) - place) <= REACH || timers.has(tile)) continue
      observed.delete(tile)
      observer.unobserve(tile)
    }
    tiles.slice(Math.max(0, place - REACH), place + REACH).forEach(watch)
  }

  function onIntersection(entries) {
    let last = -1
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target))
      timers.delete(target)
      if (!isIntersecting) continue
      last = places.get(target)
      timers.set(target, setTimeout(onSeen, dwellMs, target))
    }
    if (last < 0 || Math.abs(last - centre) <= 8) return
    centre = last
    around(centre)
  }

  function onSeen(tile) {
    timers.delete(tile)
    observed.delete(tile)
    observer.unobserve(tile)
    const pid = tile.dataset.svcProduct
    if (!told.has(pid)) tell(pid)
    told.add(pid)
  }

  function look() {
    tiles = [...document.querySelectorAll('[data-svc-product]')]
    tiles.forEach((tile, place) => {
      places.set(tile, place)
    })
    for (const tile of observed) if (!tile.isConnected) observed.delete(tile)
    centre = centre < 0 ? 0 : Math.min(centre, tiles.length - 1)
    around(centre)
  }

  function add(node) {
    if (node.nodeType !== 1) return
    const isTile = node.matches('[data-svc-product]')
    for (const tile of isTile ? [node] : node.querySelectorAll('[data-svc-product]')) {
      places.set(tile, tiles.length)
      tiles.push(tile)
    }
  }

  new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => removedNodes.length)) return look()
    for (const { addedNodes } of records) addedNodes.forEach(add)
    around(Math.max(centre, 0))
  }).observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', look)
}
