import type { Claim, Found } from './claim'
import type { Kept } from './kept'

/** A place where events are kept. */
export interface Store {
  /**
   * Writes over the record of the same key, if there is one.
   *
   * @param onDone - Called once it is there, by a store that takes its time.
   */
  readonly put: (kept: Kept, onDone: () => void) => void
  readonly remove: (key: string, onDone: () => void) => void
  /**
   * Takes what nobody is seeing to; no two tabs get the same.
   *
   * @param claim - Asked when its turn has come, which may be a while later.
   * @param onFound - Hears nothing when the store has failed.
   */
  readonly claim: (claim: () => Claim, onFound: (found?: Found) => void) => void
}
