/** The English texts. */
const englishTexts = {
  open: 'Ask the shop',
  close: 'Close the chat',
  restart: 'Start again',
  log: 'Conversation',
  greeting: 'Hello. Tell me what you are looking for, in your own words.',
  examples: 'For example',
  field: 'Your message',
  placeholder: 'What are you looking for?',
  send: 'Send',
  thinking: 'Looking through the shelves…',
  you: 'You said: ',
  shop: 'The shop said: ',
  retry: 'Try again',
  freshStart: 'I lost the thread and begin anew from here.',
  narrow: 'Narrow by',
  again: 'Try it',
  // The message for an error without an answer, by the error's `fault`.
  offline: 'You seem to be offline. Your message is kept.',
  slow: 'That took too long. Your message is kept.',
  refused: 'The chat is closed at the moment. Search and filters work as ever.',
  failed: 'Something went wrong on our side. Your message is kept.',
}

/** Every text of the element; a shop replaces some or all of them. */
export type AgentTexts = { readonly [Name in keyof typeof englishTexts]: string }

const byFault: Readonly<Record<string, keyof AgentTexts>> = {
  network: 'offline',
  timeout: 'slow',
  unauthorized: 'refused',
  // Without consent there is no user id, so the client sends no request.
  'bad-request': 'refused',
}

/** The message for an error. */
export const problemText = (error: unknown, texts: AgentTexts): string =>
  texts[byFault[String((error as { readonly fault?: unknown } | null)?.fault)] ?? 'failed']

/** The English texts, overridden by texts in an attribute's JSON; members that are not strings are ignored. */
export function textsFrom(json: string | null): AgentTexts {
  try {
    const given = Object.entries(JSON.parse(json ?? '{}') as object)
    return {
      ...englishTexts,
      ...Object.fromEntries(given.filter(([, text]) => typeof text === 'string')),
    }
  } catch {
    // biome-ignore lint/suspicious/noConsole: it tells the developer which attribute to fix.
    console.warn(
      'svc-agent: the attribute "texts" is not JSON, so the English texts are shown. Write texts=\'{"send":"Senden"}\'.',
    )
    return englishTexts
  }
}
