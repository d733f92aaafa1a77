import type { Guard } from '../platform/guard'
import type { LoadScript } from '../platform/load-script'
import type { Notice } from '../platform/notice'
import { watchShortcut } from '../platform/shortcut'
import type { Finding, Inspected, InspectorBundle } from './inspected'

export interface InspectionDeps {
  readonly load: LoadScript
  readonly tag: Inspected
  readonly guard: Guard
  readonly notice: Notice
  /** Whether the address and a shortcut may open the panel. */
  readonly isAllowed: boolean
  readonly url: string
  /** The panel was open on the page before, in this tab. */
  readonly wasOpen: boolean
}

/** The way to the debug bundle, which is fetched when it is first asked for. */
export interface Inspection {
  /** What in the page's markup keeps events from counting. Rejects when the bundle cannot be loaded. */
  readonly audit: () => Promise<readonly Finding[]>
  /** Opens the panel, or goes to the open one. Settles with the function that closes it. */
  readonly inspect: () => Promise<() => void>
  /** Closes the panel, and no longer listens for the shortcut. */
  readonly stop: () => void
}

/** Opens the panel at once where the address asks for it, or where it was open on the page before. */
export function createInspection(deps: InspectionDeps): Inspection {
  const { load, tag, guard, notice, isAllowed } = deps
  const bundle = () => load('svc-inspector.js') as Promise<InspectorBundle>
  let close: (() => void) | undefined

  const inspect = () =>
    bundle().then((opened) => {
      close = opened.inspect(tag)
      return close
    })

  const open = () => void inspect().catch(({ message }: Error) => notice(message))

  const unwatch = isAllowed ? watchShortcut(guard, 'S', open) : undefined
  if (deps.wasOpen || (isAllowed && /[?&]svc_inspect\b/.test(deps.url))) open()

  return {
    audit: () => bundle().then((opened) => opened.audit(tag)),
    inspect,
    stop() {
      unwatch?.()
      close?.()
    },
  }
}
