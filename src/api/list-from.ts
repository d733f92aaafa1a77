import { type ListContext, ownMember } from '../events'

/** Reads the list that a page names; `undefined` when it names neither a query nor a page. */
export function listFrom(given: unknown): ListContext | undefined {
  const text = (name: string) => {
    const value = ownMember(given, name)
    return typeof value === 'string' && value.trim() ? value : undefined
  }
  const [query, page, requestId] = ['query', 'page', 'requestId'].map(text)
  const more = requestId ? { requestId } : {}
  if (query) return { query: query.trim(), ...more }
  return page ? { page, ...more } : undefined
}
