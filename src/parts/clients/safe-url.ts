/** Relative, or of the web. A scheme can hide behind spaces, which browsers pass over: so those have a colon too many. */
const harmless = /^(https?:|[/?#]|[^:]*$)/i

/**
 * The address as it came, when a page can put it into a link or an image; `undefined` for anything else, such as
 * `javascript:`, which would run in the shop's page.
 */
export const safeUrl = (url: unknown): string | undefined =>
  typeof url === 'string' && url && harmless.test(url) ? url : undefined
