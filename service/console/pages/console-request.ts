/**
 * Changes something in the service, with the token of this page.
 *
 * @throws Error with the service's own message.
 */
export async function changeService(method: 'POST' | 'DELETE', path: string): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="console-token"]')
  const headers = { 'svc-console-token': meta?.content ?? '' }
  const reply = await fetch(path, { method, headers })
  if (!reply.ok) throw new Error(await messageOf(reply))
}

/**
 * Asks the service for JSON.
 *
 * @throws Error with the service's own message.
 */
export async function askService<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const reply = await fetch(path, { ...(signal && { signal }) })
  if (!reply.ok) throw new Error(await messageOf(reply))
  return (await reply.json()) as Answer
}

async function messageOf(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => undefined)
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: string } }
  return error?.message ?? `The service answers with status ${reply.status}.`
}
