/** Tells of each product that is clicked: one listener on the document. */
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
