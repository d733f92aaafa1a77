import { createLongList } from './long-lists/long-list'

/** Opens the choice of tiles to observe in long lists. */
export const open = createLongList
