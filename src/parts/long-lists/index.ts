import { createLongList } from './long-list'

/** Opens the choice of tiles to observe in long lists. */
export const open = createLongList
