import { settings } from '../../settings/read-settings'
import type { Signal } from '../../visitor/consent'

/** What counts while the shopper has not answered a question: nothing is deleted, and where the shop chose to hold, events wait. */
export const unanswered = (): Signal => (settings.consent === 'hold' ? 'hold' : 'pending')
