/** Reports each product that is clicked, with one listener on the document. */
export function watchClicks(tell) {
  document.addEventListener(
    'click',
    ({ target }) => {
      const tile = target.closest('[data-svc-product]')
      if (tile) tell(tile.dataset.svcProduct)
    },
    true,
  )
}

/**
 * Sends products that were seen together, at most every two seconds and 200 at a time. Returns the
 * function that adds one.
 */
export function gather(send) {
  let seen = []
  return (pid) => {
    if (!seen.length)
      setTimeout(() => {
        for (let at = 0; at < seen.length; at += 200) send(seen.slice(at, at + 200))
        seen = []
      }, 2_000)
    seen.push(pid)
  }
}
