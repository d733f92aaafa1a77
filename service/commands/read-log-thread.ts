import { parentPort, workerData } from 'node:worker_threads'
import { type LogSource, readLog } from './read-log.ts'

// The thread of `readLogInThread`: sends one portion for each message, and `undefined` after the last.

const portions = readLog(workerData as LogSource)

parentPort?.on('message', async () => {
  const { value } = await portions.next()
  parentPort?.postMessage(value)
})
