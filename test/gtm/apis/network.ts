import type { GtmPage, LoadKind } from '../page.ts'
import type { Api, Apis } from './api.ts'

const ignore: Api = () => undefined

/** The APIs that fetch something. None of them calls back before the template's code has ended. */
export function networkApis({ load, later }: GtmPage): Apis {
  /** A cache token makes everybody share one script element. */
  const shared = new Map<string, { waiting: Api[][]; outcome?: 0 | 1 }>()

  function settle(token: string, outcome: 0 | 1) {
    const entry = shared.get(token)
    if (!entry) return
    entry.outcome = outcome
    for (const callbacks of entry.waiting.splice(0)) callbacks[outcome]?.()
  }

  function share(token: string, url: string, callbacks: Api[]) {
    const known = shared.get(token)
    if (known?.outcome !== undefined) later(callbacks[known.outcome] ?? ignore)
    else if (known) known.waiting.push(callbacks)
    else {
      shared.set(token, { waiting: [callbacks] })
      load(
        'script',
        url,
        () => settle(token, 0),
        () => settle(token, 1),
      )
    }
  }

  const loading =
    (kind: LoadKind): Api =>
    (url, onLoad = ignore, onError = ignore) =>
      load(kind, url, onLoad, onError)

  return {
    injectScript(url, onLoad = ignore, onError = ignore, token = undefined) {
      if (token === undefined) load('script', url, onLoad, onError)
      else share(token, url, [onLoad, onError])
    },
    injectHiddenIframe: loading('frame'),
    sendPixel: loading('pixel'),
    callLater: (task) => later(task),
  }
}
