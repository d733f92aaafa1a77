import { readGlobal } from './global'
import type { Guard } from './guard'

type TcfApi = (
  command: string,
  version: number,
  callback: (data: unknown, isSuccess: boolean) => void,
  parameter?: unknown,
) => void

/** Hears what the page's TCF consent manager says, now and later; `undefined` when the page has none. */
export function watchTcf(guard: Guard, onData: (data: unknown) => void): (() => void) | undefined {
  const api = readGlobal('__tcfapi')
  if (typeof api !== 'function') return undefined

  let listenerId: unknown
  const callback = guard('tcf', (data: unknown, isSuccess: boolean) => {
    listenerId ??= (data as { listenerId?: unknown } | null)?.listenerId
    if (isSuccess) onData(data)
  })
  guard('tcf', () => (api as TcfApi)('addEventListener', 2, callback))()
  return guard('tcf', () =>
    (api as TcfApi)('removeEventListener', 2, () => {}, listenerId),
  ) as () => void
}

/** Whether the browser sends [Global Privacy Control](https://w3c.github.io/gpc/). */
export const hasPrivacyControl = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether the browser [says that it is automated](https://w3c.github.io/webdriver/#dom-navigatorautomationinformation-webdriver) or calls itself a robot. */
export const isAutomated = (): boolean =>
  navigator.webdriver || /bot|crawl|spider|headless/i.test(navigator.userAgent)
