import type { ProductId } from './brand'
import type { ListFields } from './list-context'

/** Products of one list became visible. One event carries every product seen since the last one. */
export type ImpressionsData = ListFields & {
  /** Empty only for a list that found nothing. */
  readonly pids_list: readonly ProductId[]
  readonly requestId?: string
}
