import { openStorage, type Storage } from './storage'

/** Set in what all tabs share, when any of them keeps something of its own. */
const IS_USED = 'tab'

/**
 * Texts that live as long as the tab, in `sessionStorage`. To open that is a question to another process, and most shoppers' tabs keep
 * nothing: so it is read only when a note in what all tabs share says that there may be something.
 */
export function openTabStorage(shared: Storage): Storage {
  const own = openStorage('sessionStorage')
  return {
    ...own,
    read: (key) => shared.read(IS_USED) && own.read(key),
    write: (key, text) => shared.write(IS_USED, '1') && own.write(key, text),
  }
}
