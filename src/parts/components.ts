import { useSearch } from '../browser/dom'
import { onRootsMayChange, rescan } from '../track/dom-observer'
import { handlers } from '../track/interactions'
import { queryFlat, queryRoots, updateRoots } from './components/flat-tree'
import { isActivation, isOwnClick } from './components/keyboard-activation'

let isOpen = false

/** Opens what custom elements need: open shadow roots and slots are searched and observed, keys activate made-up controls. */
export function open() {
  if (isOpen) return
  isOpen = true
  useSearch({ within: queryFlat, everywhere: queryRoots })
  handlers.isActivation = isActivation
  handlers.isOwnClick = isOwnClick
  onRootsMayChange(updateRoots)
  rescan()
}
