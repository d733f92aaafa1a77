const stops: (() => void)[] = []

/** Registers a function that ends something the tag has started. */
export const onStop = (stop: () => void) => {
  stops.push(stop)
}

/** Ends all that was registered, the last first: what replaced a method of the page last must be taken off first. */
export function stopAll() {
  for (const stop of stops.splice(0).reverse()) stop()
}
