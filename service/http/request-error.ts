/**
 * Why a request was refused. The client receives `{"error": {"name", "message", "parameter"}}` with `statusCode`
 * as the status.
 */
export class RequestError extends Error {
  readonly statusCode: number
  /** For programs: `missing-parameter`, `not-found`, … */
  readonly reason: string
  /** The parameter at fault, when it is one. */
  readonly parameter: string | undefined
  /** When to ask again; `undefined` when that would not help. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    statusCode: number,
    reason: string,
    message: string,
    parameter?: string,
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'RequestError'
    this.statusCode = statusCode
    this.reason = reason
    this.parameter = parameter
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The body of a refusal, as every interface of the service writes it. */
export interface ErrorBody {
  readonly error: {
    readonly name: string
    readonly message: string
    readonly parameter?: string
  }
}

/** Writes a refusal for the client. Never carries a stack trace. */
export function errorBody({ reason, message, parameter }: RequestErrorFields): ErrorBody {
  return { error: { name: reason, message, ...(parameter !== undefined && { parameter }) } }
}

type RequestErrorFields = Pick<RequestError, 'reason' | 'message'> & {
  readonly parameter?: string | undefined
}
