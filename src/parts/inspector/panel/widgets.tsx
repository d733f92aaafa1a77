import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { elementName } from '../page-elements'

/** Copies a text to the clipboard, and confirms it on the button. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [said, setSaid] = useState('')

  async function press() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      // The page may not use the clipboard, or is not secure.
      setSaid('Not allowed: select the text yourself')
    }
  }

  return (
    <>
      <button
        type="button"
        class="small"
        onClick={() => void press()}
        onBlur={() => setSaid('')}
        onMouseLeave={() => setSaid('')}
      >
        {said || name}
      </button>
      <span class="hidden" role="status">
        {said}
      </span>
    </>
  )
}

/** The name of an element, if there is one, as a button that shows it on the page. */
export function ElementLine({ element }: { readonly element: Element | undefined }) {
  const { show } = useContext(Actions)
  return (
    element && (
      <p>
        <code>{elementName(element)}</code>{' '}
        <button type="button" class="small" onClick={() => show(element)}>
          Show me
        </button>
      </p>
    )
  )
}

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowLeft: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Lets arrow keys, Home and End move through a list of buttons, only one of which is a Tab stop. */
export function moveFocus(event: KeyboardEvent, selector: string) {
  const list = event.currentTarget as HTMLElement
  const buttons = [...list.querySelectorAll<HTMLElement>(selector)]
  const index = buttons.indexOf(event.target as HTMLElement)
  const next = index < 0 ? undefined : steps[event.key]?.(index, buttons.length - 1)
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}

/** Actions on the page that the parts of the panel share. */
export interface PanelActions {
  /** Outlines elements until the next call; an empty list removes the outlines. */
  readonly highlight: (elements: readonly Element[]) => void
  /** Brings an element into view and outlines it for a while. */
  readonly show: (element: Element) => void
}

export const Actions = createContext<PanelActions>({ highlight() {}, show() {} })
