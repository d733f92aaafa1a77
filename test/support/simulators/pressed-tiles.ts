/** Parts of a tile that can be pressed; `scripted` is a link by its role alone. */
export type Part = 'link' | 'text' | 'scripted' | 'wish' | 'add' | 'submit' | 'field'

/** The page's reaction to a press; `clickToo` makes a click on the tile's link of it. */
export type Reaction = 'none' | 'stop' | 'redraw' | 'redrawLate' | 'clickToo'

/** The script of the page that finds the parts of its tiles. */
export interface PressedTiles {
  /** From now on. */
  reaction: Reaction
  /** The middle of a part, which is brought into the window. */
  readonly placeOf: (tile: number, part: Part) => readonly [x: number, y: number]
  /** Whether a part takes the focus. */
  readonly focus: (tile: number, part: Part) => boolean
  readonly click: (tile: number, part: Part) => void
}

/** Runs in the page: makes `window.tiles`, and two lists of three tiles in the element `#tiles`. */
export function openPressedTiles() {
  const root = document.getElementById('tiles') as HTMLElement
  const parts = {
    link: '<a href="#there" data-part="link">a link</a>',
    text: '<p data-part="text">a text</p>',
    scripted: '<span data-part="scripted" role="link" tabindex="0">opened by a script</span>',
    wish: '<button type="button" data-part="wish">wish</button>',
    add: '<button type="button" data-part="add" data-svc-cart>add</button>',
    form: '<form data-svc-cart><input value="1" data-svc-qty data-part="field"><button data-part="submit">buy</button></form>',
  }
  const tile = (index: number) =>
    `<li data-svc-product="P${index}" style="border: 1px solid; padding: 20px">${Object.values(parts).join('<br>')}</li>`
  const draw = () => {
    root.innerHTML = `<ul data-svc-query="shoes" data-svc-request-id="r-1">${[0, 1, 2].map(tile).join('')}</ul>
      <ul data-svc-query="boots">${[3, 4, 5].map(tile).join('')}</ul>`
  }

  const partOf = (index: number, part: Part) =>
    root.querySelector<HTMLElement>(
      `[data-svc-product="P${index}"] [data-part="${part}"]`,
    ) as HTMLElement

  /** Reactions that the page could not make if it did something else first: a button in a form goes on to submit it. */
  const isLast = ({ type, target }: Event) =>
    type === 'submit' || !(target as Element).closest('form')

  const reactions: { [R in Reaction]: (event: Event) => void } = {
    none() {},
    stop: (event) => event.stopImmediatePropagation(),
    redraw: (event) => isLast(event) && draw(),
    redrawLate: () => setTimeout(draw, 30),
    clickToo({ isTrusted, type, target }) {
      const product = (target as Element).closest<HTMLElement>('[data-svc-product]')?.dataset
      if (isTrusted && type === 'click' && product)
        partOf(Number(product.svcProduct?.slice(1)), 'link').click()
    },
  }

  function react(event: Event) {
    // Nothing is loaded.
    if (isLast(event)) event.preventDefault()
    reactions[tiles.reaction](event)
  }

  for (const type of ['click', 'auxclick', 'submit']) document.addEventListener(type, react, true)
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement
    // The page would be scrolled away below the next press.
    if (event.key === ' ' && !target.matches('button, input')) event.preventDefault()
    if (event.key === 'Enter' && target.dataset.part === 'scripted') target.click()
  })

  const tiles: PressedTiles = {
    reaction: 'none',
    placeOf(index, part) {
      const one = partOf(index, part)
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = one.getBoundingClientRect()
      return [x + width / 2, y + height / 2]
    },
    focus(index, part) {
      const one = partOf(index, part)
      one.focus()
      return document.activeElement === one
    },
    click: (index, part) => partOf(index, part).click(),
  }
  draw()
  Object.assign(window, { tiles })
}
