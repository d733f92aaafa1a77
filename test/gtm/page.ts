import type { Api } from './apis/api.ts'

/** Parts of the page that the APIs run in. */
export interface GtmPage {
  readonly window: Record<string, unknown>
  readonly href: () => string
  readonly referrer: () => string
  readonly title: () => string
  readonly characterSet: () => string
  /** All readable cookies, as `document.cookie` writes them. */
  readonly cookies: () => string
  readonly setCookie: (text: string) => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls back later, never in the same task. */
  readonly load: (kind: LoadKind, url: string, onLoad: Api, onError: Api) => void
  readonly later: (task: Api) => void
  readonly log: Api
}

export type LoadKind = 'script' | 'pixel' | 'frame'
