/** How a facet shows its options. */
export type Look = 'checkbox' | 'radio' | 'pressed' | 'ariaRadio' | 'link'

/** What the page does with a choice, until it shows it. */
export interface Answer {
  readonly afterMs: number
  /** Whether it shows the choice in the elements there are, in new ones, or in new ones after it had taken away the old ones to load. */
  readonly by: 'patch' | 'redraw' | 'load'
}

/** What is in the page to choose from its facets. */
export interface FacetPanel {
  /** How the page answers from now on. */
  answer: Answer
  /** What is chosen, whether it is shown yet or not, as `facet value`. */
  readonly chosen: () => string[]
  /** The place in the window to press for an option, the first of its facet being 0, or for a control of the panel; none while it is not there. */
  readonly placeOf: (facet: number, option: number) => readonly [x: number, y: number] | undefined
  readonly placeOfControl: (id: 'reset' | 'apply') => readonly [x: number, y: number] | undefined
  /** Whether all that is chosen is shown. */
  readonly isAtRest: () => boolean
}

/** Runs in the page: makes `window.panel` of the element `#panel`, with a facet for each look, and what is chosen from the start. */
export function openFacetPanel({
  looks,
  chosen,
  values,
}: {
  looks: readonly Look[]
  chosen: readonly string[]
  values: readonly string[]
}) {
  const root = document.getElementById('panel') as HTMLElement
  const state = new Set(chosen)
  let waiting = 0

  const isSingle = (look: Look | undefined) => look === 'radio' || look === 'ariaRadio'

  const options: { [L in Look]: (facet: number, value: string, is: boolean) => string } = {
    checkbox: (_, value, is) =>
      `<label><input type="checkbox" data-svc-value="${value}" ${is ? 'checked' : ''}>${value}</label>`,
    radio: (facet, value, is) =>
      `<label><input type="radio" name="f${facet}" data-svc-value="${value}" ${is ? 'checked' : ''}>${value}</label>`,
    pressed: (_, value, is) =>
      `<button type="button" data-svc-value="${value}" aria-pressed="${is}">${value}</button>`,
    ariaRadio: (_, value, is) =>
      `<button type="button" role="radio" data-svc-value="${value}" aria-checked="${is}">${value}</button>`,
    link: (_, value, is) =>
      `<a href="#${value}" data-svc-value="${value}" ${is ? 'data-svc-selected' : ''}>${value}</a>`,
  }

  const markup = () =>
    looks
      .map((look, facet) => {
        const all = values.map((value) =>
          options[look](facet, value, state.has(`f${facet} ${value}`)),
        )
        return `<div data-svc-facet="f${facet}" data-look="${look}">${all.join(' ')}</div>`
      })
      .join('')

  const optionsIn = () => [...root.querySelectorAll<HTMLElement>('[data-svc-value]')]
  const nameOf = (option: HTMLElement) =>
    `${option.closest<HTMLElement>('[data-svc-facet]')?.dataset.svcFacet} ${option.dataset.svcValue}`

  function showIn(option: HTMLElement, is: boolean) {
    const sign = ['aria-pressed', 'aria-checked'].find((name) => option.hasAttribute(name))
    if (option instanceof HTMLInputElement) option.checked = is
    else if (sign) option.setAttribute(sign, `${is}`)
    else option.toggleAttribute('data-svc-selected', is)
  }

  function draw() {
    if (panel.answer.by === 'patch' && root.querySelector('[data-svc-facet]'))
      for (const option of optionsIn()) showIn(option, state.has(nameOf(option)))
    else root.innerHTML = markup()
  }

  function answer() {
    const { afterMs, by } = panel.answer
    if (by === 'load') root.innerHTML = '<p>Loading</p>'
    if (afterMs === 0 && by !== 'load') return draw()
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      draw()
    }, afterMs)
  }

  function choose(option: HTMLElement) {
    const name = nameOf(option)
    const facet = option.closest<HTMLElement>('[data-svc-facet]')
    if (isSingle(facet?.dataset.look as Look)) {
      for (const other of values) state.delete(`${facet?.dataset.svcFacet} ${other}`)
      state.add(name)
    } else if (!state.delete(name)) state.add(name)
    answer()
  }

  root.addEventListener('change', ({ target }) => choose(target as HTMLElement))
  root.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('button, a')
    if (!option) return
    event.preventDefault()
    choose(option)
  })
  const reset = document.getElementById('reset') as HTMLElement
  reset.addEventListener('click', () => {
    state.clear()
    answer()
  })

  function middleOf(element: Element | null | undefined) {
    if (!element) return undefined
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x + width / 2, y + height / 2] as const
  }

  const panel: FacetPanel = {
    answer: { afterMs: 0, by: 'patch' },
    chosen: () => [...state].sort(),
    placeOf: (facet, option) =>
      middleOf(root.querySelectorAll(`[data-svc-facet="f${facet}"] [data-svc-value]`)[option]),
    placeOfControl: (id) => middleOf(document.getElementById(id)),
    isAtRest: () => waiting === 0,
  }
  root.innerHTML = markup()
  Object.assign(window, { panel })
}
