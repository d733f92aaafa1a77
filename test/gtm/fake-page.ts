import type { GtmPage } from './page.ts'

/**
 * A page without a browser: an empty window, nothing stored. What it is asked to load never comes, and tasks for later are not
 * done, because a scenario ends before they could be.
 *
 * @param parts - What the page is to be like.
 */
export function fakePage(parts: Partial<GtmPage> = {}): GtmPage {
  const stored = new Map<string, string>()
  const cookies: string[] = []
  const nothing = () => undefined
  return {
    window: {},
    href: () => 'https://shop.example/',
    referrer: () => '',
    title: () => 'A shop',
    characterSet: () => 'UTF-8',
    cookies: () => cookies.join('; '),
    setCookie: (text) => cookies.push(text.split(';')[0] ?? ''),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
    load: nothing,
    later: nothing,
    log: nothing,
    ...parts,
  }
}
