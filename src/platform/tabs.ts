import type { Guard } from './guard'

/** Says something to the shop's other open tabs, and hears them. */
export interface Tabs {
  readonly say: (text: string) => void
  readonly stop: () => void
}

/** Does nothing where there is no [BroadcastChannel](https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts). It keeps no page out of the back/forward cache. */
export function openTabs(guard: Guard, onHeard: (text: unknown) => void): Tabs {
  if (typeof BroadcastChannel !== 'function') return { say() {}, stop() {} }

  const channel = new BroadcastChannel('svc-tag')
  channel.onmessage = guard('tabs', ({ data }: MessageEvent) => onHeard(data))
  return {
    say: (text) => channel.postMessage(text),
    stop: () => channel.close(),
  }
}
