import type { StoredEvent } from '../../service/store/stored-event.ts'

/** An event as the store gives it, with some fields of its own. */
export const storedEvent = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 1,
  site: 'demo-site',
  action: 'click',
  uid: 'uid-1',
  visitId: 'visit-1',
  t: '1793786400000|0.25',
  at: 1_793_786_400_000,
  browser: '',
  data: { pid: 'P1' },
  isGood: true,
  reasons: [],
  notes: [],
  grade: 'good',
  repeats: 0,
  differing: 0,
  receivedAt: 1_793_786_400_500,
  query: 'action=click',
  ...fields,
})
