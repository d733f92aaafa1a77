import { searchHooks } from '../browser/dom'
import { rescan, scanHooks } from '../track/dom-observer'
import { interactionHooks } from '../track/interactions'
import { queryFlat, queryRoots, updateRoots } from './components/flat-tree'
import { isActivation, isOwnClick } from './components/keyboard-activation'

let isOpen = false

/** Opens what custom elements need: open shadow roots and slots are searched and observed, keys activate made-up controls. */
export function open() {
  if (isOpen) return
  isOpen = true
  Object.assign(searchHooks, { within: queryFlat, everywhere: queryRoots })
  interactionHooks.isActivation = isActivation
  interactionHooks.isOwnClick = isOwnClick
  scanHooks.updateRoots = updateRoots
  rescan()
}
