const warned = new Set<string>()

/**
 * Warns the shop's developer on the console, once for each text: a mistake in a loop is one line.
 *
 * @param text - What was found, why it matters, what to write instead. Never who the visitor is.
 * @param details - Values or elements that the console shows after the text.
 */
export function warnOnce(text: string, ...details: readonly unknown[]) {
  if (warned.has(text)) return
  warned.add(text)
  try {
    console.warn(`svc-tag: ${text}`, ...details)
  } catch {
    // The page replaced the console.
  }
}
