/** The shopper searched for something. */
export interface SearchData {
  /** The text as typed, trimmed, never blank. */
  readonly query: string
}
