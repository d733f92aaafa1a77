import type { ListContext } from '../../wire/list-and-order'

/** Reports of the clients to the tag. */
export interface ClientHooks {
  /** A list was answered that is now the page's. */
  readonly onList: (list: ListContext) => void
  /** A conversation has begun: the first, or one in place of one that the service forgot. */
  readonly onConversation: (change: 'started' | 'renewed', id: string) => void
}
