/** Faults of the agent that the shopper can do something about, in plain words. */
const words: Readonly<Record<string, string>> = {
  network: 'You seem to be offline. Your message is kept.',
  timeout: 'That took too long. Your message is kept.',
  unauthorized: 'The chat is closed at the moment. Search and filters work as ever.',
  'bad-request': 'I did not understand that. Could you say it in another way?',
}

/** Why there is no answer, for the shopper. */
export function problemOf(error: unknown): string {
  const fault = String((error as { fault?: unknown } | null)?.fault)
  const known = Object.hasOwn(words, fault) ? words[fault] : undefined
  return known ?? 'Something went wrong on our side. Your message is kept.'
}
