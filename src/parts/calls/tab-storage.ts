import { local, tab } from '../../browser/storage'

/** Set in what all tabs share when any of them keeps something: most tabs keep nothing, and need not ask. */
const IS_USED = 'tab'

/** Texts that live as long as the tab. */
export const tabStorage = {
  ...tab,
  read: (key: string) => (local.read(IS_USED) ? tab.read(key) : undefined),
  /** Returns whether the text was kept. */
  write: (key: string, text: string): boolean =>
    Boolean(local.write(IS_USED, '1') && tab.write(key, text)),
}
