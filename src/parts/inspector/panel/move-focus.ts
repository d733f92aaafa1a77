const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowLeft: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Lets arrow keys, Home and End go through the buttons of a list, of which only one is a stop for Tab. */
export function moveFocus(event: KeyboardEvent, selector: string) {
  const list = event.currentTarget as HTMLElement
  const buttons = [...list.querySelectorAll<HTMLElement>(selector)]
  const index = buttons.indexOf(event.target as HTMLElement)
  const next = index < 0 ? undefined : steps[event.key]?.(index, buttons.length - 1)
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}
