/** The browser's work for an observer grows with the elements observed, on every frame; of more than these only some are. */
const OBSERVED = 500

/** How many elements begin to be observed in one frame: all at once would hold it up. */
const PER_FRAME = 250

/** Knows which of any number of elements are in the window, or near it. */
export interface InWindow {
  readonly elements: () => Iterable<Element>
  /** These are the elements now, in document order; those that were there before stay known. */
  readonly set: (elements: readonly Element[]) => void
  /** To be called in each frame: begins to observe some more. */
  readonly advance: () => void
  readonly stop: () => void
}

/**
 * Starts with none. Of very many elements each so-manieth is observed, and speaks for those around it: in lists that are so long,
 * neighbours in the document are neighbours in the window.
 */
export function createInWindow(window: Window & typeof globalThis): InWindow {
  const observed = new Set<Element>()
  const inside = new Set<Element>()
  let order: readonly Element[] = []
  let step = 1
  let fresh: Element[] = []
  let found: Element[] | undefined

  const observer = new window.IntersectionObserver(
    (entries) => {
      found = undefined
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting && observed.has(target)) inside.add(target)
        else inside.delete(target)
      }
    },
    { rootMargin: '50%' },
  )

  function forget(element: Element) {
    observer.unobserve(element)
    observed.delete(element)
    inside.delete(element)
  }

  const isNear = (index: number) => {
    const before = order[index - (index % step)]
    const after = order[index - (index % step) + step]
    return (before && inside.has(before)) || (after && inside.has(after))
  }

  return {
    elements() {
      found ??= order.filter((_, index) => isNear(index))
      return found
    },
    set(elements) {
      found = undefined
      order = elements
      step = Math.ceil(elements.length / OBSERVED)
      const wanted = new Set(elements.filter((_, index) => index % step === 0))
      for (const element of observed) if (!wanted.has(element)) forget(element)
      fresh = [...wanted].filter((element) => !observed.has(element))
    },
    advance() {
      for (const element of fresh.splice(0, PER_FRAME)) {
        observed.add(element)
        observer.observe(element)
      }
    },
    stop: () => observer.disconnect(),
  }
}
