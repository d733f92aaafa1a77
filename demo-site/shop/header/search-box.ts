import { html, nothing, render } from 'lit-html'
import { suggestionsFor } from './suggestions'

/**
 * Adds suggestions to the search form, which works without them.
 *
 * The arrow keys put a suggestion into the box, so that Enter sends the form as if it had been
 * typed; a pointer follows the suggestion as the link that it is.
 */
export function startSearchBox(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('.search')
  const input = form?.querySelector<HTMLInputElement>('input[type=search]')
  const list = form?.querySelector<HTMLElement>('.suggestions')
  if (!form || !input || !list) return

  let typed = input.value
  let offered: readonly string[] = []
  let place = -1

  function draw() {
    const isOpen = offered.length > 0
    input?.setAttribute('aria-expanded', String(isOpen))
    setOrRemove(input, 'aria-activedescendant', place >= 0 ? `suggestion-${place}` : undefined)
    if (list)
      render(isOpen ? offered.map((text, at) => option(text, at, at === place)) : nothing, list)
  }

  function offer(words: readonly string[]) {
    offered = words
    place = -1
    draw()
  }

  function move(step: number) {
    const stops = offered.length + 1
    place = ((place + 1 + step + stops) % stops) - 1
    if (input) input.value = offered[place] ?? typed
    draw()
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => offer([]),
  }

  input.addEventListener('input', () => {
    typed = input.value
    offer(suggestionsFor(typed))
  })
  input.addEventListener('focus', () => offer(suggestionsFor(typed)))
  input.addEventListener('keydown', (event) => {
    const act = offered.length > 0 ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  input.addEventListener('blur', () => offer([]))
  // A press on a suggestion must not blur the box, which would take the suggestion away.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  form.addEventListener('submit', (event) => {
    if (input.value.trim() === '') event.preventDefault()
  })
}

const option = (text: string, place: number, isActive: boolean) => html`
  <a
    role="option"
    id="suggestion-${place}"
    aria-selected=${isActive}
    tabindex="-1"
    href="/search?q=${encodeURIComponent(text)}"
    data-svc-search=${text}
    >${text}</a
  >
`

function setOrRemove(element: Element | null | undefined, name: string, value: string | undefined) {
  if (value === undefined) element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}
