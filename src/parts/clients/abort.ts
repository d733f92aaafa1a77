/** Runs the task once, when the signal fires, or now when it has. Returns the function that stops waiting for it. */
export function onAbort(signal: AbortSignal | undefined, task: () => void): () => void {
  if (signal?.aborted) task()
  signal?.addEventListener('abort', task, { once: true })
  return () => signal?.removeEventListener('abort', task)
}

/** Settles like the promise or, as soon as the signal fires, rejects with what `onStop` gives. */
export const abortable = <Result>(
  result: Promise<Result>,
  signal: AbortSignal | undefined,
  onStop: () => Error,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const unfollow = onAbort(signal, () => reject(onStop()))
    result.then(resolve, reject).finally(unfollow)
  })
