import { followTcf } from './consent-tcf/tcf'

/** Follows the page's TCF consent manager. */
export const open = followTcf
