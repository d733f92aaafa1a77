import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import { nanoid } from 'nanoid'
import type { LoggedEvent } from '../store/stored-event.ts'
import { readEvent } from '../tracker/judge-event.ts'
import { createLineReader } from './access-log.ts'

/** Some lines of a log, parsed. */
export interface LogPortion {
  readonly lines: number
  readonly other: number
  /** Why lines contain no event, one sentence for each such line. */
  readonly refusals: readonly string[]
  readonly events: readonly LoggedEvent[]
}

/** Identifies a log by its file (`.gz` is supported, `-` is standard input), with the key of the site that its events should name. */
export interface LogSource {
  readonly file: string
  readonly siteKey: string
}

const PORTION = 10_000

/** Twice what the tracker accepts as an event, with room for the rest of a line. */
const MAX_LINE_CHARACTERS = 128 * 1024

const tooLong = { refusal: 'The line is longer than 128 kB.' }

/**
 * Reads an access log in portions, and parses requests as the tracker does.
 *
 * @throws Error if the file cannot be read. If the file is truncated, throws after its last complete line.
 */
export async function* readLog({ file, siteKey }: LogSource): AsyncGenerator<LogPortion> {
  const readLine = createLineReader()
  const run = nanoid(8)
  let count = 0
  let portion = emptyPortion()

  function take(text: string | undefined) {
    count += 1
    portion.lines += 1
    const line = text === undefined ? tooLong : readLine(text)
    if ('query' in line) {
      const { query, browser, receivedAt } = line
      const origin = `${run}.${count}`
      portion.events.push({ ...readEvent(query, siteKey), browser, receivedAt, origin })
    } else if (line.refusal === undefined) portion.other += 1
    else portion.refusals.push(line.refusal)
  }

  let failure: unknown
  try {
    for await (const lines of linesOf(file)) {
      for (const text of lines) take(text)
      if (portion.lines < PORTION) continue
      yield portion
      portion = emptyPortion()
    }
  } catch (error) {
    failure = error
  }
  yield portion
  if (failure) throw named(failure, file, count)
}

function named(error: unknown, file: string, lines: number): unknown {
  const isCut = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
  const message = `${file}: the file is cut. Its first ${lines} lines are imported; import the whole file again.`
  return isCut ? new Error(message, { cause: error }) : error
}

const emptyPortion = () => ({
  ...{ lines: 0, other: 0 },
  refusals: [] as string[],
  events: [] as LoggedEvent[],
})

/**
 * All lines that a chunk of the file completes, together, because yielding them one by one costs as much as parsing. A line that is too
 * long is `undefined`; it is never held in memory.
 */
async function* linesOf(file: string): AsyncIterable<readonly (string | undefined)[]> {
  // Opened by its number, because a thread has no `process.stdin` of its own.
  const bytes = file === '-' ? createReadStream('', { fd: 0 }) : createReadStream(file)
  // An error in the file must also end the stream that reads from it.
  const input = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  let rest: string | undefined = ''
  let isStart = true
  const within = (line: string) => (line.length > MAX_LINE_CHARACTERS ? undefined : line)
  for await (const chunk of input.setEncoding('utf8')) {
    const text: string = isStart ? chunk.replace(/^\ufeff/, '') : chunk
    isStart = false
    const [first = '', ...others] = text.split('\n')
    const joined: string | undefined = rest === undefined ? undefined : within(rest + first)
    const lines: (string | undefined)[] = [joined, ...others.map(within)]
    rest = lines.pop()
    yield lines.map((line) => line?.replace(/\r$/, ''))
  }
  if (rest !== '') yield [rest]
}

/**
 * The portions of `readLog`, read in a separate thread, because parsing a line costs as much as
 * storing its event. The thread stays one portion ahead of its caller and ends with it.
 *
 * @throws any error from reading.
 */
export async function* readLogInThread(source: LogSource): AsyncGenerator<LogPortion> {
  const thread = new Worker(new URL('./read-log-thread.js', import.meta.url), {
    workerData: source,
  })
  try {
    let reading = nextPortion(thread)
    for (let portion = await reading; portion; portion = await reading) {
      reading = nextPortion(thread)
      // This may fail while the current portion is being stored; the caller gets the error afterwards.
      reading.catch(() => undefined)
      yield portion
    }
  } finally {
    await thread.terminate()
  }
}

async function nextPortion(thread: Worker): Promise<LogPortion | undefined> {
  thread.postMessage('next')
  const [portion] = await once(thread, 'message')
  return portion
}
