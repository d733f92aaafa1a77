import type { GtmPage, LoadKind } from './page.ts'

const elements: Readonly<Record<LoadKind, string>> = {
  script: 'script',
  pixel: 'img',
  frame: 'iframe',
}

/** The page that this runs in, as Tag Manager would see it. */
export function realPage(): GtmPage {
  return {
    window: window as unknown as Record<string, unknown>,
    href: () => location.href,
    referrer: () => document.referrer,
    title: () => document.title,
    characterSet: () => document.characterSet,
    cookies: () => document.cookie,
    setCookie: (text) => Reflect.set(document, 'cookie', text),
    storage: localStorage,
    load(kind, url, onLoad, onError) {
      const element = document.createElement(elements[kind])
      element.addEventListener('load', () => onLoad())
      element.addEventListener('error', () => onError())
      element.setAttribute('src', url)
      document.head.append(element)
    },
    later: (task) => setTimeout(task, 0),
    log: () => undefined,
  }
}
