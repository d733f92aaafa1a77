import { accountOf } from '../wire/account'
import { settings } from './read-settings'

/** The name of a stored item that belongs to this page's account, because all shops of an origin share its storage. */
export const accountKey = (name: string): string => `${name}.${accountOf(settings)}`
