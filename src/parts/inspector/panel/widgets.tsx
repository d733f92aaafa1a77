import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { TagComparison } from '../../shadow/compare-tags'
import type { Finding, Inspected } from '../inspector-api'
import { elementName } from '../page-elements'

/** Copies a text to the clipboard, and confirms it on the button. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const { copy } = useActions()
  const [said, setSaid] = useState('')

  async function press() {
    setSaid((await copy(text)) ? 'Copied' : 'Not allowed: select the text yourself')
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
  const { show } = useActions()
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

/** Actions that the parts of the panel share. */
export interface PanelActions {
  readonly tag: Inspected
  /** Outlines elements until the next call; an empty list removes the outlines. */
  readonly highlight: (elements: readonly Element[]) => void
  /** Brings an element into view and outlines it for a while. */
  readonly show: (element: Element) => void
  /** Copies the text. Resolves with whether it is on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>
  readonly audit: () => Promise<readonly Finding[]>
  /** Compares this tag with others on the page. */
  readonly compare: () => Promise<readonly TagComparison[]>
  /** Lets the person save everything that the panel knows. */
  readonly save: () => Promise<void>
  /** All elements that show one of these products. */
  readonly tilesOf: (pids: readonly string[]) => readonly Element[]
}

export const Actions = createContext<PanelActions | undefined>(undefined)

/** The actions. Every component of the panel is inside their provider. */
export function useActions(): PanelActions {
  const actions = useContext(Actions)
  if (!actions) throw new Error('a part of the panel was drawn outside of it')
  return actions
}
