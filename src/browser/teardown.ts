const stops: (() => void)[] = []
let isStopped = false

/** Registers a function that ends something the tag has started. Once the tag has stopped, it is called at once. */
export function onStop(stop: () => void) {
  if (isStopped) stop()
  else stops.push(stop)
}

/** Ends all that was registered, the last first: what replaced a method of the page last must be taken off first. */
export function stopAll() {
  isStopped = true
  for (const stop of stops.splice(0).reverse()) stop()
}
