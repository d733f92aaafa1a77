import type { Guard } from './guard'

/** Hears Alt+Shift and a letter, whatever the keyboard makes of it. Returns the function that stops listening. */
export function watchShortcut(guard: Guard, letter: string, onPress: () => void): () => void {
  const listener = guard('shortcut', ({ altKey, shiftKey, code }: KeyboardEvent) => {
    if (altKey && shiftKey && code === `Key${letter}`) onPress()
  })
  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}
