import { ownMember } from '../events'
import { readGlobal, writeGlobal } from '../platform/global'
import type { Notice } from '../platform/notice'
import { type Call, createStub, type Run, type Stub } from './stub'

const NAME = 'svc'

/**
 * Takes the place on `window.svc`: the snippet's object when the page has one, else a new one.
 *
 * @returns `undefined` when the tag must do nothing: another copy of it is there already, or, with a notice, something that is
 *   not ours.
 */
export function takePlace(now: () => number, notice: Notice): Stub | undefined {
  const present = readGlobal(NAME)
  if (Array.isArray(ownMember(present, 'q'))) {
    const stub = present as Stub
    if (!stub.run) return createStub(now, stub)
    notice('a second copy of the tag was left out; one script element is enough')
    return undefined
  }
  const stub = createStub(now)
  if (present === undefined && writeGlobal(NAME, stub)) return stub

  notice(`window.${NAME} is something else, so the tag does nothing`, present)
  return undefined
}

/**
 * From now on calls are done at once; those that waited are done first, in order, with their times.
 *
 * @param since - No call counts as made before it.
 */
export function answerCalls(stub: Stub, run: Run, since = 0) {
  const waiting = stub.q
  stub.q = []
  stub.run = run
  for (const call of waiting) answer(run, call, since)
}

function answer(run: Run, [name, args, at, resolve, reject]: Call, since: number) {
  try {
    resolve(run(name, args, Math.max(at, since)))
  } catch (fault) {
    reject(fault)
  }
}
