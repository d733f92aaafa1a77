import { browserName } from '../tracker/browser-name.ts'

/** A parsed line of an access log. */
export type LogLine =
  | { readonly query: string; readonly browser: string; readonly receivedAt: number }
  /** Why the line contains no event; `undefined` if it is about something else. */
  | { readonly refusal: string | undefined }

/** Matched as the end of the path, because proxies add a prefix and some log the whole URL. */
const TRACKER_PATH = '/v2/1p.jpg'

const other: LogLine = { refusal: undefined }

/** Parses lines in order, because a CloudFront log names its columns in a comment. */
export function createLineReader(): (line: string) => LogLine {
  let columns: readonly string[] | undefined
  return (line) => {
    if (line === '') return other
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = line.slice('#Fields:'.length).trim().split(/\s+/)
      return other
    }
    return columns ? cloudFrontLine(line, columns) : combinedLine(line)
  }
}

/** After the request line: the status, the size, and often the referrer and the user agent. */
const ANSWER = /^(\d{3}) \S+(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/

/**
 * Parses the "combined" format of nginx and Apache: `… [time] "GET /path HTTP/1.1" 200 43 "referrer" "agent"`. Anything after
 * the user agent is ignored. Each part is searched for once, because a single pattern for the whole line takes minutes for
 * some malformed lines.
 */
function combinedLine(line: string): LogLine {
  const begin = line.indexOf('] "')
  const end = line.indexOf('" ', begin + 3)
  const bracket = line.lastIndexOf('[', begin)
  const [, status = '', , agent] = ANSWER.exec(line.slice(end + 2)) ?? []
  const [method = '', target = ''] = line.slice(begin + 3, end).split(' ')
  if (bracket < 0 || begin < 0 || end < 0 || status === '' || target === '')
    return { refusal: 'The line is not in the combined format.' }
  const time = line.slice(bracket + 1, begin)
  const [path = '', ...query] = target.split('?')
  if (!path.endsWith(TRACKER_PATH)) return other
  return requestOf({ method, status, query: query.join('?'), agent, time: apacheTime(time) })
}

function cloudFrontLine(line: string, columns: readonly string[]): LogLine {
  const values = line.split('\t')
  const column = (name: string) => values[columns.indexOf(name)] ?? ''
  if (!column('cs-uri-stem').endsWith(TRACKER_PATH)) return other
  return requestOf({
    method: column('cs-method'),
    status: column('sc-status'),
    query: decodedOnce(column('cs-uri-query')),
    agent: decodedOnce(column('cs(User-Agent)')).replaceAll('%20', ' '),
    time: Date.parse(`${column('date')}T${column('time')}Z`),
  })
}

/** CloudFront writes `%` as `%25`, so that `%20` becomes `%2520`. */
const decodedOnce = (text: string) =>
  /%25[0-9A-F]{2}/i.test(text) ? text.replaceAll('%25', '%') : text

interface LoggedRequest {
  readonly method: string | undefined
  readonly status: string
  readonly query: string
  readonly agent: string | undefined
  readonly time: number
}

function requestOf({ method, status, query, agent, time }: LoggedRequest): LogLine {
  if (method !== 'GET') return other
  if (Number(status) >= 400)
    return { refusal: `Answered with ${status}: its sender sends it again.` }
  if (query === '' || query === '-') return { refusal: 'The request has no query string.' }
  if (Number.isNaN(time)) return { refusal: 'The line has no time that can be read.' }
  return { query, browser: browserName(agent), receivedAt: time }
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** Epoch milliseconds of `24/Nov/2026:23:38:14 +0000`; NaN for an invalid time. */
function apacheTime(text: string): number {
  const [, day, month = '', year, clock, hours, minutes] =
    /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? []
  const place = MONTHS.indexOf(month)
  if (!day || place < 0) return Number.NaN
  const number = String(place / 3 + 1).padStart(2, '0')
  return Date.parse(`${year}-${number}-${day}T${clock}${hours}:${minutes}`)
}
