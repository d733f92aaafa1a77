/** The shopper searched for something. */
export interface SearchData {
  /** The text as typed, trimmed, never blank. */
  readonly query: string
  readonly requestId?: string
  /** The suggestion that was chosen, in the vendor's own words. */
  readonly autosuggest_data?: Readonly<Record<string, string>>
}
