import type { Socket } from 'node:net'
import { errorBody } from './request-error.ts'

/** Answers bytes that Node could not read as an HTTP request, then closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify(
    errorBody(
      isTooLong
        ? { reason: 'url-too-long', message: 'The URL and the headers are too long.' }
        : { reason: 'bad-request', message: 'This is not an HTTP request.' },
    ),
  )
  const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
