import { searchHooks } from '../../browser/dom'
import { rescan, scanHooks } from '../../track/dom-observer'
import { interactionHooks } from '../../track/interactions'
import { queryFlat, queryRoots, updateRoots } from './flat-tree'
import { isActivation, isOwnClick } from './keyboard-activation'

let isOpen = false

/** Adds support for custom elements: searches and observes open shadow roots and slots, and handles keys on scripted controls. */
export function open() {
  if (isOpen) return
  isOpen = true
  Object.assign(searchHooks, { within: queryFlat, everywhere: queryRoots })
  interactionHooks.isActivation = isActivation
  interactionHooks.isOwnClick = isOwnClick
  scanHooks.updateRoots = updateRoots
  rescan()
}
