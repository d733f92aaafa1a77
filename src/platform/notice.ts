/** Says something to the shop's developer, on the console. Never who the visitor is. */
export type Notice = (text: string, ...details: readonly unknown[]) => void

/** The notice that says each text once, so that a mistake in a loop is one line. */
export function createNotice(): Notice {
  const said = new Set<string>()
  return (text, ...details) => {
    if (said.has(text)) return
    said.add(text)
    console.warn(`svc-tag: ${text}`, ...details)
  }
}
