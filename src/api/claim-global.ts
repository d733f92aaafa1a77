import { now } from '../browser/clock'
import { readGlobal, writeGlobal } from '../browser/globals'
import { warnOnce } from '../browser/warn-once'
import { getOwn } from '../wire/get-own'
import { createStub, type Stub } from './stub'

/**
 * Claims `window.svc`: the snippet's object if the page has one, else a new one.
 *
 * @returns `undefined`, with a warning, if the tag must do nothing: another copy of it is there, or something that is not the tag's.
 */
export function claimGlobal(): Stub | undefined {
  const present = readGlobal('svc')
  if (Array.isArray(getOwn(present, 'q'))) {
    const stub = present as Stub
    if (!stub.run) return createStub(now, stub)
    warnOnce('a second copy of the tag was left out')
    return undefined
  }
  const stub = createStub(now)
  if (present === undefined && writeGlobal('svc', stub)) return stub

  warnOnce('window.svc is something else, so the tag does nothing', present)
  return undefined
}
