import { useState } from 'preact/hooks'
import { useActions } from './context'

/** Puts a text on the clipboard, and says so on the button itself. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const { copy } = useActions()
  const [said, setSaid] = useState('')

  async function press() {
    setSaid((await copy(text)) ? 'Copied' : 'Not allowed: select it by hand')
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
