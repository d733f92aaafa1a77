import { instrumentMethod } from './instrument-method'
import { listen } from './listen'
import { onStop } from './teardown'

/**
 * Calls back with the previous address when the page's address changes without a load, until the tag stops.
 *
 * Browsers before Chrome 102, Firefox 147 and Safari 26.2 have no event for `pushState` and `replaceState`, so both are wrapped.
 */
export function watchNavigation(onNewUrl: (previousUrl: string) => void) {
  let url = location.href
  const check = () => {
    const previous = url
    url = location.href
    if (url !== previous) onNewUrl(previous)
  }
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) return onStop(listen(navigation, 'currententrychange', check))
  onStop(listen(window, 'popstate hashchange', check))
  for (const name of ['pushState', 'replaceState'] as const)
    instrumentMethod(History.prototype, name, check)
}
