import { attempt, guard } from './guard'
import { onStop } from './teardown'

let channel: BroadcastChannel | undefined

/**
 * Opens the channel to the shop's other tabs, until the tag stops. A
 * [BroadcastChannel](https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts) keeps no
 * page out of the back/forward cache.
 */
export function openBroadcast(onMessage: (data: unknown) => void) {
  channel = attempt(() => new BroadcastChannel('svc-tag'))
  if (!channel) return
  channel.onmessage = guard(({ data }: MessageEvent) => onMessage(data))
  onStop(() => channel?.close())
}

/** Sends a text to the shop's other tabs. Nothing happens where there is no channel. */
export const broadcast = (text: string) => attempt(() => channel?.postMessage(text))
