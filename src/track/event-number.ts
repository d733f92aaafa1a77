import { newShortId } from '../browser/ids'

let pageInstance = ''
let numbered = 0

/**
 * Numbers an event of this load of the page: `<8 characters>.<n>`, counting from 1. A number that the tracker misses below a later one was
 * lost on the way.
 */
export function nextNumber(): string {
  pageInstance ||= newShortId()
  return `${pageInstance}.${++numbered}`
}
