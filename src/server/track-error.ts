/**
 * Why an event was not taken. Nothing of it is stored or sent.
 *
 * - `settings`: the tracker cannot be created so.
 * - `data`: the action or its data is wrong; the message names the member and the fix.
 * - `origin`: the visitor, the page or the consent is missing, or wrong.
 * - `full`: as many events wait as may wait. The tracker has not answered for long: try again later.
 * - `store`: the store has refused the event; `cause` is its error.
 * - `closed`: the tracker was closed.
 */
export type TrackFault = 'settings' | 'data' | 'origin' | 'full' | 'store' | 'closed'

/** The error that `track` rejects with. Code reads `fault`; people read `message`. */
export class TrackError extends Error {
  override readonly name = 'TrackError'
  readonly fault: TrackFault

  constructor(fault: TrackFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.fault = fault
  }
}
