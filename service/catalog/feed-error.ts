/** Why a catalogue cannot be used; the message names the file and, where it can, the place. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}
