import { execFileSync } from 'node:child_process'

function originUrl(): string | undefined {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
  } catch {
    return undefined
  }
}

/** The URL `https://host/owner/name` of a remote, however it is written; a folder has none. */
export function webAddress(remote = ''): string | undefined {
  const [, host, path] =
    /^(?:https?:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([\w.-]+)[/:](.+?)(?:\.git)?\/?\s*$/.exec(
      remote,
    ) ?? []
  return host && path ? `https://${host}/${path}` : undefined
}

/**
 * The URL of the project, where it can be read and edited: the origin of the clone.
 *
 * @returns A URL without a trailing slash; `undefined` if there is none.
 */
export const repository: string | undefined = webAddress(originUrl())
