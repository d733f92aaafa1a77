import type { EventId, ProductId, Timestamp, UserId, VisitId } from '../../src/wire/brand'
import type { PageFields } from '../../src/wire/page-fields.ts'
import type { TrackerEvent } from '../../src/wire/tracker-event.ts'

/** 2026-11-21T10:00:00Z: a moment that tests can count from. */
export const noon = 1_795_255_200_000 as Timestamp

export const later = (ms: number) => (noon + ms) as Timestamp

export const pageFields: PageFields = {
  url: 'https://shop.example/c/shoes',
  referrer: '',
  visit_type: 'first_time',
  visitId: 'visitId-1' as VisitId,
  ver: 'svc-tag/test',
  seq: 'instance.1',
}

/** A click that nothing is special about. */
export const click = (pid: string, t = `${noon}|0.5`): TrackerEvent => ({
  action: 'click',
  uid: 'uid-1' as UserId,
  t: t as EventId,
  data: { pid: pid as ProductId, ...pageFields },
})

/** A storage in memory. */
export function memoryStorage(texts = new Map<string, string>()) {
  return {
    texts,
    read: (key: string) => texts.get(key),
    write(key: string, text: string) {
      texts.set(key, text)
      return true
    },
    remove: (key: string) => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
}

/** A clock that stands still until it is moved; scheduled tasks run when their time has come. */
export function fakeClock(start: number = noon) {
  let time = start
  let tasks: { at: number; task: () => void }[] = []
  return {
    now: () => time as Timestamp,
    schedule(task: () => void, delayMs: number) {
      const entry = { at: time + delayMs, task }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    pending: () => tasks.length,
    advance(ms: number) {
      const end = time + ms
      for (;;) {
        const [next] = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        tasks = tasks.filter((other) => other !== next)
        time = Math.max(time, next.at)
        next.task()
      }
      time = end
    },
  }
}
