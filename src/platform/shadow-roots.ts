import type { Guard } from './guard'
import { afterCalls } from './patch'

/**
 * Hears of every open shadow root attached from now on; there is no event for it. Returns the undo.
 *
 * Roots that come without a call (declared in HTML, cloned) have to be looked for.
 */
export const watchShadowRoots = (guard: Guard, onRoot: (root: ShadowRoot) => void): (() => void) =>
  afterCalls(guard, Element.prototype, 'attachShadow', (root) => {
    if (root.mode === 'open') onRoot(root)
  })
