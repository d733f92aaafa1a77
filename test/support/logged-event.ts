import type { LoggedEvent } from '../../service/store/stored-event.ts'

let requests = 0

/** An event as it comes out of the log, each from a request of its own. */
export const loggedEvent = (fields: Partial<LoggedEvent> = {}): LoggedEvent => ({
  site: 'demo-site',
  action: 'click',
  uid: 'uid-1',
  t: '1793786400000|0.25',
  data: { pid: 'P1' },
  reasons: [],
  notes: [],
  query: '',
  browser: '',
  receivedAt: 1_793_786_400_500,
  origin: `test.${++requests}`,
  ...fields,
})
