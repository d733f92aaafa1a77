/** Something that keeps events of a shop from counting, or makes them count wrongly. */
export interface AuditFinding {
  /** The rule's name: `tile-without-id`. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** The remedy, in one sentence. */
  readonly fix: string
  /** The element's name, `li.tile[data-svc-product=""]`; absent when it is about the whole page. */
  readonly element?: string | undefined
}

/** A finding with everywhere it was found: pages of one template share it. */
export interface GroupedFinding extends AuditFinding {
  /** Shape of the addresses, `/p/*`. */
  readonly template: string
  /** The first is an example. */
  readonly pages: readonly string[]
  /** Sizes at which it was found. */
  readonly sizes: readonly string[]
  /** Stays the same from run to run; a baseline lists it. */
  readonly fingerprint: string
  readonly isKnown: boolean
  /** A picture of the element, as JPEG in base64. */
  readonly picture?: string
}

/** Ids and numbers differ from page to page, hashes of files from release to release, and are no other mistake. */
const masked = (text: string) =>
  text
    .replace(/"[^"]*"/g, '""')
    .replace(/\.[\da-f]{8}\.js/g, '.js')
    .replace(/\d+/g, '0')

/** The same mistake of a template has the same fingerprint on each of its pages. */
export const fingerprintOf = (template: string, { rule, element, message }: AuditFinding): string =>
  [rule, template, masked(element ?? message)].join(' | ')
