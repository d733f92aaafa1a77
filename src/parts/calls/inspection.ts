import { guard, warnOnce } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { loadPart } from '../../browser/load-part'
import { local, TAB_IS_USED, tab } from '../../browser/storage'
import { settings } from '../../settings/read-settings'
import type { Finding, TriedRule } from '../inspector/inspector-api'
import type { TagComparison } from '../shadow/compare-tags'

/** Storage that lives as long as the tab. */
export const tabStorage = {
  ...tab,
  read: (key: string) => (local.read(TAB_IS_USED) ? tab.read(key) : undefined),
  /** Returns whether the item was stored. */
  write: (key: string, text: string): boolean =>
    Boolean(local.write(TAB_IS_USED, '1') && tab.write(key, text)),
}

/* Calls that open the inspector, a part that is loaded when one of them is first used. */

interface Inspector {
  /** Opens the panel, or focuses the open one. Returns the function that closes it. */
  readonly inspect: () => () => void
  readonly audit: () => Promise<readonly Finding[]>
  /** Warns once on the console that the tag has not started, and why. */
  readonly reportSetup: () => void
  /** Reads the running page with a map. */
  readonly tryMap: (map: unknown) => readonly TriedRule[]
}

/** Fetches the inspector. Rejects if it cannot be loaded. */
export const loadInspector = () => loadPart('inspector').then((open) => (open as () => Inspector)())

let close: (() => void) | undefined

/** Finds what in the page's markup keeps events from counting. Rejects if the part cannot be loaded. */
export const audit = () => loadInspector().then((inspector) => inspector.audit())

/** Reads the running page with a map, and resolves with what its rules found. Rejects if the part cannot be loaded. */
export const tryMap = (map: unknown) => loadInspector().then((inspector) => inspector.tryMap(map))

/** Compares this tag with others on the page. Rejects if the part cannot be loaded. */
export const compare = () =>
  loadPart('shadow').then((open) => (open as () => () => readonly TagComparison[])()())

/** Opens the panel, or focuses the open one. Resolves with the function that closes it. */
export async function inspect(): Promise<() => void> {
  const inspector = await loadInspector()
  close = inspector.inspect()
  return close
}

const tryInspect = () => void inspect().catch(({ message }: Error) => warnOnce(message))

/** Opens the panel if the address asks for it, on Alt+Shift+S, and if it was open on the previous page. */
export function startInspection() {
  onStop(() => close?.())
  if (settings.inspect)
    onStop(
      listen(
        window,
        'keydown',
        (event) => {
          const { altKey, shiftKey, code } = event as KeyboardEvent
          if (altKey && shiftKey && code === 'KeyS') tryInspect()
        },
        false,
      ),
    )
  const isAsked = settings.inspect && /[?&]svc_inspect\b/.test(location.href)
  const wasOpen = tabStorage.read('inspect') !== undefined
  if (isAsked || wasOpen) guard(tryInspect)()
}
