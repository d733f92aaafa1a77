import type { Guard } from './guard'

/** Whether the browser believes that it has a network. It can be wrong both ways. */
export const isOnline = (): boolean => navigator.onLine

/** Whether the page can be seen. */
export const isVisible = (): boolean => document.visibilityState === 'visible'

/** Hears when the browser has a network again. Returns the function that stops watching. */
export function watchOnline(guard: Guard, onOnline: () => void): () => void {
  const listener = guard('online', () => onOnline())
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}
