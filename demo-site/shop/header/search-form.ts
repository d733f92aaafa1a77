import { html, nothing, render } from 'lit-html'
import { part } from '../page-parts'
import type { Product } from '../shop-product'
import { productOption, productsFor, suggestionsFor } from './suggestions'

const PAUSE_MS = 150

/**
 * Adds suggestions to the search form, which also works without them: words, and the first products that a search would find.
 *
 * The arrow keys put a suggested word into the box, so that Enter submits the form as if the shopper had typed it; on a product, Enter
 * opens its page. For a pointer, both are ordinary links.
 */
export function startSearchBox(root: ParentNode): void {
  const form = part(root, '.search')
  const input = part(form, 'input') as HTMLInputElement
  const list = part(form, '.suggestions')
  let typed = input.value
  let offered: readonly string[] = []
  let products: readonly Product[] = []
  let pause: ReturnType<typeof setTimeout> | undefined
  let place = -1

  function draw() {
    const isOpen = offered.length + products.length > 0
    input.setAttribute('aria-expanded', String(isOpen))
    input.setAttribute('aria-activedescendant', place >= 0 ? `suggestion-${place}` : '')
    render(isOpen ? [offered.map(wordAt), products.map(productAt)] : nothing, list)
  }

  const wordAt = (text: string, at: number) => option(text, at, at === place)

  function productAt(product: Product, at: number) {
    const own = offered.length + at
    return productOption(product, { id: `suggestion-${own}`, isActive: own === place, typed })
  }

  function offer(words: readonly string[]) {
    offered = words
    products = []
    place = -1
    draw()
  }

  /** Adds products when the shopper stops typing. Drops results that arrive after more typing, or after the list was closed. */
  function offerProducts() {
    clearTimeout(pause)
    const own = setTimeout(async () => {
      const found = await productsFor(typed)
      if (own !== pause) return
      products = found
      draw()
    }, PAUSE_MS)
    pause = own
  }

  function close() {
    clearTimeout(pause)
    pause = undefined
    offer([])
  }

  function move(step: number) {
    const stops = offered.length + products.length + 1
    place = ((place + 1 + step + stops) % stops) - 1
    input.value = offered[place] ?? typed
    draw()
  }

  /** Opens the selected product. For a selected word, the form is submitted. */
  function enter(event: Event) {
    const product = products[place - offered.length]
    if (!product) return
    event.preventDefault()
    part(list, `#suggestion-${place}`).click()
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: close,
  }

  input.addEventListener('input', () => {
    typed = input.value
    offer(suggestionsFor(typed))
    offerProducts()
  })
  input.addEventListener('focus', () => offer(suggestionsFor(typed)))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') enter(event)
    const act = offered.length + products.length > 0 ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  input.addEventListener('blur', close)
  // A press on a suggestion must not blur the box, which would remove the suggestion.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  form.addEventListener('submit', (event) => {
    if (input.value.trim() === '') event.preventDefault()
  })
}

const option = (text: string, place: number, isActive: boolean) => html`
  <a role="option" id="suggestion-${place}" aria-selected=${isActive} tabindex="-1"
    href="/search?q=${encodeURIComponent(text)}" data-svc-search=${text}>${text}</a
  >
`
