/** Why a catalogue cannot be used; the message names the file and, where it can, the place. */
export class FeedError extends Error {
  override readonly name = 'FeedError'

  /** The same error with the file's name before it, unless it is there already. */
  withFile(file: string): FeedError {
    return this.message.startsWith(file)
      ? this
      : new FeedError(`${file}: ${this.message}`, { cause: this })
  }
}
