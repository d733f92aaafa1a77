import type { Lifecycle, Timeline } from './timeline.ts'

/** The broadcast channels of a browser's pages. */
export type Channels = ReturnType<typeof createChannels>

/** Channels between pages. A message takes 2 ms; a frozen page gets it when it thaws. */
export function createChannels(timeline: Timeline) {
  const channels = new Set<{ readonly lifecycle: Lifecycle; onmessage?: (event: object) => void }>()
  const tell = (data: unknown, from?: object) => {
    for (const other of channels)
      if (other !== from && !other.lifecycle.isGone)
        timeline.in(2, () => other.onmessage?.({ data }), other.lifecycle)
  }
  return {
    /** Sends something to all pages, as an unknown script of another tab does. */
    tell,
    /** `BroadcastChannel` as a page has it. */
    classFor: (lifecycle: Lifecycle) =>
      class {
        readonly lifecycle = lifecycle
        onmessage?: (event: object) => void
        constructor() {
          channels.add(this)
        }
        postMessage(data: unknown) {
          tell(data, this)
        }
        close() {
          channels.delete(this)
        }
      },
  }
}
