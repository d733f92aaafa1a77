import type { Guard } from './guard'
import { listen } from './listen'

/** Whether the browser believes that it has a network. It can be wrong both ways. */
export const isOnline = (): boolean => navigator.onLine

/** Whether the page can be seen. */
export const isVisible = (): boolean => document.visibilityState === 'visible'

/** Hears when the browser has a network again. Returns the function that stops watching. */
export const watchOnline = (guard: Guard, onOnline: () => void): (() => void) =>
  listen(guard, window, 'online', onOnline)
