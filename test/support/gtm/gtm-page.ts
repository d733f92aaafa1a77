import type { Api } from './apis/api.ts'

/** Parts of the page that the APIs run in. */
export interface GtmPage {
  readonly window: Record<string, unknown>
  /** Loads a script, and calls back later, never in the same task. */
  readonly load: (url: string, onLoad: Api, onError: Api) => void
  readonly log: Api
}
