import type { Guard } from './guard'
import type { Root } from './tree'

/** Elements whose place in the window is watched. */
export interface Sightings {
  readonly watch: (element: Element) => void
  readonly unwatch: (element: Element) => void
  readonly stop: () => void
}

/**
 * Watches elements: `onSight` hears of each once, right after the next layout, and again whenever its share in the window
 * crosses the threshold. Reading places and styles in there forces no layout. Waits while the page is hidden.
 */
export type Observe = (
  threshold: number,
  onSight: (entries: readonly IntersectionObserverEntry[]) => void,
) => Sightings

/** The browser's IntersectionObserver; `undefined` where there is none. */
export const openObserve = (guard: Guard): Observe | undefined =>
  'IntersectionObserver' in window
    ? (threshold, onSight) => {
        let observer: IntersectionObserver | undefined
        return {
          watch(element) {
            observer ??= new IntersectionObserver(guard('sight', onSight), { threshold })
            observer.observe(element)
          },
          unwatch: (element) => observer?.unobserve(element),
          stop: () => observer?.disconnect(),
        }
      }
    : undefined

/** Changes of a tree. */
export interface Mutations {
  readonly watch: (root: Root) => void
  readonly stop: () => void
}

/** Watches nodes that come and go, and the named attributes. */
export function observeMutations(
  guard: Guard,
  attributeFilter: readonly string[],
  onChange: (records: readonly MutationRecord[]) => void,
): Mutations {
  const observer = new MutationObserver(guard('changes', onChange))
  return {
    watch: (root) =>
      observer.observe(root, {
        childList: true,
        subtree: true,
        attributeFilter: [...attributeFilter],
      }),
    stop: () => observer.disconnect(),
  }
}

/** Hears once, and whenever an element has another size; never where the browser has no ResizeObserver. Returns what ends it. */
export function observeSize(guard: Guard, element: Element, onSize: () => void): () => void {
  const observer = window.ResizeObserver && new ResizeObserver(guard('sight', onSize))
  observer?.observe(element)
  return () => observer?.disconnect()
}
