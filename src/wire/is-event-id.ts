import type { EventId } from './brand'

/** Whether a text has the form of a `t`. Order numbers of shops have no bar. */
export const isEventId = (text: string): text is EventId => /^\d{13}\|\d[\d.e-]*$/.test(text)
