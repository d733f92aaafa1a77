/**
 * One observer on every tile and one timer for each visible tile, as in the usual tutorial. Reports
 * each product once.
 */
export function watchNaively(tell, dwellMs) {
  const timers = new Map()
  const told = new Set()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target))
        timers.delete(target)
        if (isIntersecting) timers.set(target, setTimeout(onSeen, dwellMs, target))
      }
    },
    { threshold: 0.5 },
  )
  function onSeen(tile) {
    timers.delete(tile)
    observer.unobserve(tile)
    const pid = tile.dataset.svcProduct
    if (!told.has(pid)) tell(pid)
    told.add(pid)
  }
  const look = (node) => {
    for (const tile of node.querySelectorAll('[data-svc-product]')) observer.observe(tile)
  }
  const add = (node) => {
    if (node.nodeType !== 1) return
    if (node.matches('[data-svc-product]')) observer.observe(node)
    look(node)
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(add)
  }).observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => look(document))
}
