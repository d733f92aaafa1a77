import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reasonFor, reasons } from '../../../src/parts/inspector/audit/reasons'

const root = new URL('../../../', import.meta.url)

const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/^(server|pixel|gtm|parts\/(inspector|clients|filters|shadow\/read-))\b/.test(file),
)

/** The texts that a source file gives as reasons: arguments of the functions that note one, and constants for them. */
const REASON =
  /(?:\b(?:ignore|reject|rejectTile|blockRecording|clearRecording|drop|fail)\((?:\w+, )?|\breason: |\b(?:REPEATED|IGNORED|FOREIGN|REASON|ROBOT) = |\b(?:fault|reason) = .*?|if \(![\w.]+\) return )(['`])((?:(?!\1)[^\n])+)\1/g

const reasonsIn = (file: string) =>
  [...readFileSync(new URL(`src/${file}`, root), 'utf8').matchAll(REASON)]
    .map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, 'some text'))
    .filter((text) => / /.test(text) && !text.startsWith('some text ('))

test('every reason that the tag can give is in the list', () => {
  const found = files.flatMap(reasonsIn)
  expect(found.length).toBeGreaterThan(30)
  expect([...new Set(found)].filter((text) => !reasonFor(text))).toEqual([])
})

test.each([
  ['cart: pid is missing', 'fault'],
  ['cart: pid is "{{ id }}", an unrendered template or no value', 'fault'],
  ['data-svc-product is empty (data-svc-product is “null”, an unrendered template)', 'fault'],
  ['PRODUCT_IMPRESSIONS: query or page is missing', 'fault'],
  ['facets: color needs values in selected or deselected', 'fault'],
  ['there is no action "buy"; the actions are visitor,search', 'fault'],
  ['too many waited: consent is on hold', 'fault'],
  ['the tracker answered 404', 'fault'],
  ['longer than 7600 characters', 'fault'],
  ['consent is on hold', 'later'],
  ['counted before', 'meant'],
  ['a drag', 'meant'],
])('“%s” is a reason of the kind %s', (text, kind) => {
  expect(reasonFor(text)?.kind).toBe(kind)
})

test('the audit page lists each reason with what it means', () => {
  const page = readFileSync(new URL('docs/audit.md', root), 'utf8')
  const row = ({ text, note }: (typeof reasons)[number]) => `| \`${text}\` | ${note} |`
  expect(reasons.map(row).filter((line) => !page.includes(line))).toEqual([])
})
