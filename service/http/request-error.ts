/** Why a request was refused. The client receives `{"error": {"name", "message", "parameter"}}` with `statusCode` as the status. */
export class RequestError extends Error {
  readonly statusCode: number
  /** The error's name, for programs: `missing-parameter`, `not-found`, … */
  readonly reason: string
  /** The parameter that caused the error, if any. */
  readonly parameter: string | undefined
  /** When to retry; `undefined` if retrying would not help. */
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

/** The body of an error response, the same in every interface of the service. */
export interface ErrorBody {
  readonly error: {
    readonly name: string
    readonly message: string
    readonly parameter?: string
  }
}

/** Converts an error to the response body for the client. Never includes a stack trace. */
export function errorBody({ reason, message, parameter }: RequestErrorFields): ErrorBody {
  return { error: { name: reason, message, ...(parameter !== undefined && { parameter }) } }
}

type RequestErrorFields = Pick<RequestError, 'reason' | 'message'> & {
  readonly parameter?: string | undefined
}
