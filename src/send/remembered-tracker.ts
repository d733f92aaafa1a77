import type { Timestamp } from '../wire/brand'

/** The text that remembers a tracker which drops repeats: `<found out at> <address>`. The tag and the pixels of Shopify share it. */
export const DROPS_REPEATS_KEY = 'drops-repeats'

/** As long as a visit: a tracker that changes is to be noticed. */
const REMEMBERED_MS = 1_800_000

/** The text to remember a tracker by. */
export const rememberedText = (trackerUrl: string, at: Timestamp): string => `${at} ${trackerUrl}`

/** Whether a text remembers this tracker, for 30 minutes. */
export function isRemembered(text: string | undefined, trackerUrl: string, at: Timestamp): boolean {
  const [since, tracker] = (text ?? '').split(' ')
  return tracker === trackerUrl && at - Number(since) < REMEMBERED_MS
}
