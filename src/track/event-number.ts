import { randomDecimal } from '../browser/ids'

let pageInstance = ''
let numbered = 0

/**
 * Numbers an event of this load of the page: `<8 characters>.<n>`, counting from 1. A number that the tracker misses below a later one was
 * lost on the way.
 */
export function nextNumber(): string {
  pageInstance ||= randomDecimal().toString(36).slice(2, 10).padEnd(8, '0')
  return `${pageInstance}.${++numbered}`
}
