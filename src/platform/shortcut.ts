import type { Guard } from './guard'
import { listen } from './listen'

/** Hears Alt+Shift and a letter, whatever the keyboard makes of it. Returns the function that stops listening. */
export function watchShortcut(guard: Guard, letter: string, onPress: () => void): () => void {
  const onKey = (event: Event) => {
    const { altKey, shiftKey, code } = event as KeyboardEvent
    if (altKey && shiftKey && code === `Key${letter}`) onPress()
  }
  return listen(guard, window, 'keydown', onKey, false)
}
