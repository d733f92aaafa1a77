import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { PageMap, Settings } from '../../src/module'

export type Format = 'text' | 'json' | 'sarif' | 'junit' | 'html'

/** The parsed options of an audit: see `USAGE`. */
export type AuditOptions = ReturnType<typeof readOptions>

export const USAGE = `svc-tag audit URL… [options]

Opens pages of a shop in Chromium, phone and desktop size, and reports everything that keeps svc-tag from counting.

  --pages N           audit up to N pages, found by sitemap or links, a few of each URL shape (1)
  --exclude REGEX     leave out paths
  --order-page REGEX  paths of order confirmations (thanks, confirmation, order-received …)
  --inject FILE       put the tag into pages that have none; FILE is a map as JSON, or {} for attributes
  --catalog FILE      product feed (JSON, NDJSON or CSV): reports product ids that are not in it
  --browse URL        Browse with keys, https://HOST/API_KEY/SITE_KEY: reports ids and page values that it does not know
  --format FORMAT     text, json, sarif, junit or html (text)
  --output FILE       write the report there instead of standard output
  --baseline FILE     findings listed in FILE are known and do not count
  --update-baseline   write all findings into the baseline
  --severity LEVEL    error: warnings do not count (warning)
  --delay MS          pause between two page loads; a longer Crawl-delay in robots.txt applies, up to 10 s (100)
  --parallel N        pages open at a time (2)
  --page-limit S      seconds for one page at one size (20)
  --time-limit S      seconds for the whole audit; pages left by then are reported as skipped (1800)
  --browser FILE      Chromium's executable, if Playwright has none
  --ignore-robots     also open pages that robots.txt forbids, for your own shop

Exit codes: 0 nothing found, 1 findings, 2 could not run, or the first page was not audited.`

/** A usage error, reported as one line. */
export class UsageError extends Error {}

const FORMATS: readonly string[] = ['text', 'json', 'sarif', 'junit', 'html'] satisfies Format[]

const ORDER_PAGE =
  'thanks?\\b|thank[-_]?you|order[-_]?(received|confirm|complete|success)|confirmation|checkout/(onepage/)?success'

/**
 * Reads the arguments after `audit`.
 *
 * @throws UsageError that names the option, what was given, and what it needs.
 */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parse(args)
  const urls = positionals.map(readUrl)
  const [first] = urls
  if (!first) throw new UsageError('Name a page: svc-tag audit https://shop.example/')
  const strange = urls.find((url) => new URL(url).origin !== new URL(first).origin)
  if (strange) throw new UsageError(`${strange} has a different origin from ${first}.`)
  if (!FORMATS.includes(values.format))
    throw new UsageError(`--format ${values.format}: one of ${FORMATS.join(', ')}.`)
  if (values['update-baseline'] && !values.baseline)
    throw new UsageError('--update-baseline needs --baseline FILE.')
  return {
    urls,
    pages: Math.max(urls.length, wholeNumber('--pages', values.pages ?? String(urls.length))),
    exclude: values.exclude === undefined ? undefined : pattern('--exclude', values.exclude),
    orderPage: pattern('--order-page', values['order-page']),
    delayMs: wholeNumber('--delay', values.delay),
    parallel: Math.max(1, wholeNumber('--parallel', values.parallel)),
    pageLimitMs: 1_000 * Math.max(1, wholeNumber('--page-limit', values['page-limit'])),
    timeLimitMs: 1_000 * Math.max(1, wholeNumber('--time-limit', values['time-limit'])),
    format: values.format as Format,
    output: values.output,
    baseline: values.baseline,
    updateBaseline: values['update-baseline'],
    severity: values.severity === 'error' ? ('error' as const) : ('warning' as const),
    catalog: values.catalog,
    browse: values.browse && readUrl(values.browse),
    inject: values.inject === undefined ? undefined : injected(values.inject),
    browser: values.browser,
    ignoreRobots: values['ignore-robots'],
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        pages: text,
        exclude: text,
        'order-page': { ...text, default: ORDER_PAGE },
        inject: text,
        catalog: text,
        browse: text,
        format: { ...text, default: 'text' },
        output: text,
        baseline: text,
        'update-baseline': flag,
        severity: { ...text, default: 'warning' },
        delay: { ...text, default: '100' },
        parallel: { ...text, default: '2' },
        'page-limit': { ...text, default: '20' },
        'time-limit': { ...text, default: '1800' },
        browser: text,
        'ignore-robots': flag,
      },
    })
  } catch (fault) {
    throw new UsageError((fault as Error).message)
  }
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(`${text}: not an http(s) address.`)
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`${name} ${text}: needs a whole number.`)
}

function pattern(name: string, text: string): RegExp {
  try {
    return new RegExp(text, 'i')
  } catch {
    throw new UsageError(`${name} ${text}: not a regular expression.`)
  }
}

/** Reads a map, or settings that contain one. The audit answers tracker requests itself, so no event is sent. */
function injected(file: string): Partial<Settings> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { map = content, ...settings } = Object(content) as { map?: PageMap }
    const hasMap = Object.keys(Object(map)).length > 0
    return {
      siteKey: 'AUDIT',
      trackerUrl: 'https://tracker.invalid',
      ...('map' in Object(content) && settings),
      ...(hasMap && { map: map as PageMap }),
    }
  } catch (fault) {
    throw new UsageError(`--inject ${file}: ${(fault as Error).message}`)
  }
}
