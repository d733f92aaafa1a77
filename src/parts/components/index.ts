import { type Hooks, hooks } from '../../browser/hooks'
import { rescan } from '../../track/dom-observer'
import { queryFlat, queryRoots, updateRoots } from './flat-tree'
import { isActivation, isOwnClick } from './keyboard-activation'

let isOpen = false

/** Adds support for custom elements: searches and observes open shadow roots and slots, and handles keys on scripted controls. */
export function open() {
  if (isOpen) return
  isOpen = true
  Object.assign(hooks, {
    queryWithin: queryFlat,
    queryPage: queryRoots,
    updateRoots,
    isActivation,
    isOwnClick,
  } satisfies Hooks)
  rescan()
}
