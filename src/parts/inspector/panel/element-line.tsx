import { elementName } from '../element-name'
import { useActions } from './context'

/** Names an element of the page, where there is one, and leads to it. */
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
