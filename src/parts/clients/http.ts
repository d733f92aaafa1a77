import { type Failure, type Fault, faultFor, type Refusal, ServiceError } from './service-error'

/** Runs the task once when the signal is aborted, or now if it already is. Returns the function that stops waiting. */
export function onAbort(signal: AbortSignal | undefined, task: () => void): () => void {
  if (signal?.aborted) task()
  signal?.addEventListener('abort', task, { once: true })
  return () => signal?.removeEventListener('abort', task)
}

/** Settles like the promise, or rejects with the result of `onStop` as soon as the signal is aborted. */
export const abortable = <Result>(
  result: Promise<Result>,
  signal: AbortSignal | undefined,
  onStop: () => Error,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const unfollow = onAbort(signal, () => reject(onStop()))
    result.then(resolve, reject).finally(unfollow)
  })

/** A longer body is a web page rather than a message. */
const MAX_CHARACTERS = 500

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.slice(0, MAX_CHARACTERS) : undefined

/**
 * Reads the body of an error response. The contract leaves its shape open: `{ error: { name,
 * message } }` and `{ code, message }` are understood, and any other body is ignored.
 */
function refusalIn(text: string, decode: (text: string) => unknown): Refusal {
  try {
    const body = Object(decode(text))
    const { code, name, message } = Object(body.error ?? body)
    return { code: textOf(code ?? name), message: textOf(message ?? body.message ?? body.error) }
  } catch {
    return {}
  }
}

/** Relative URLs and web URLs. Browsers ignore spaces, which can hide a scheme, so a URL with a space must not have a colon either. */
const harmless = /^(https?:|[/?#]|[^:]*$)/i

/**
 * The URL unchanged, if a page can safely use it in a link or an image; `undefined` for anything
 * else, such as `javascript:`, which would run in the shop's page.
 */
export const safeUrl = (url: unknown): string | undefined =>
  typeof url === 'string' && url && harmless.test(url) ? url : undefined

export interface HttpRequest<Reply> {
  readonly url: string
  /** JSON to send by POST. Without it, the request is a GET, which is retried once if the network fails. */
  readonly json?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Reads the body of a successful response as it arrives; if absent, it is read as a whole. */
  readonly read?: ((response: Response) => Promise<string>) | undefined
  /** The class of the errors. */
  readonly Failure: Failure
  /** Decodes the body; as JSON if absent. May throw. */
  readonly decode?: (text: string) => unknown
  /** Parses a successful response. If it throws or returns `undefined`, the response counts as malformed. */
  readonly parse: (text: string, headers: Headers) => Reply | undefined
}

/** Calls a service. Always settles within the time limit, with the parsed reply or a `Failure`. */
export type Http = <Reply>(request: HttpRequest<Reply>) => Promise<Reply>

export interface HttpDeps {
  /** The browser's own function, bound. */
  readonly fetch: typeof fetch
  readonly schedule: (task: () => void, delayMs: number) => () => void
}

const TIME_LIMIT_MS = 30_000

/** Long enough for a phone to change from Wi-Fi to mobile. */
const RETRY_DELAY_MS = 300

const initOf = ({ json, headers = {} }: HttpRequest<unknown>, signal: AbortSignal): RequestInit =>
  json
    ? {
        method: 'POST',
        body: json,
        headers: { ...headers, 'content-type': 'application/json' },
        signal,
      }
    : { headers, signal }

/** Creates the function that calls the services. It makes no request before it is used. */
export function createHttp({ fetch, schedule }: HttpDeps): Http {
  const pause = () => new Promise<void>((resolve) => schedule(resolve, RETRY_DELAY_MS))

  /** Reads the whole response, because a connection can break in the middle of one. */
  async function answerTo(
    url: string,
    init: RequestInit,
    read: HttpRequest<unknown>['read'],
    isAgain = false,
  ): Promise<{ readonly response: Response; readonly text: string }> {
    try {
      const response = await fetch(url, init)
      return { response, text: await (read && response.ok ? read(response) : response.text()) }
    } catch (cause) {
      if (init.body || isAgain || init.signal?.aborted) throw cause
      await pause()
      return answerTo(url, init, read, true)
    }
  }

  async function replyTo<Reply>(request: HttpRequest<Reply>, signal: AbortSignal): Promise<Reply> {
    const { url, parse, decode = JSON.parse, Failure } = request
    let fault: Fault = 'network'
    try {
      const { response, text } = await answerTo(url, initOf(request, signal), request.read)
      const { status, ok } = response
      fault = faultFor(status)
      if (!ok) throw new Failure(fault, `status ${status}`, { status, ...refusalIn(text, decode) })

      fault = 'malformed-reply'
      const reply = parse(text, response.headers)
      if (reply) return reply
      throw 'not what the contract says'
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : new Failure(fault, cause, { cause })
    }
  }

  return (request) => {
    const controller = new AbortController()
    let fault: Fault = 'aborted'
    const cancel = schedule(() => {
      fault = 'timeout'
      controller.abort()
    }, TIME_LIMIT_MS)
    const unfollow = onAbort(request.signal, () => controller.abort())

    // The abort is not left to `fetch`, because a page or an extension may have replaced `fetch` with a function that never settles.
    const reply = abortable(
      replyTo(request, controller.signal),
      controller.signal,
      () => new request.Failure(fault),
    )
    return reply.finally(() => {
      cancel()
      unfollow()
    })
  }
}
