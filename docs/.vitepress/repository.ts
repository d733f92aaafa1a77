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

/** `https://host/owner/name` of a remote, whichever way it is written; a folder has none. */
export function webAddress(remote = ''): string | undefined {
  const [, host, path] =
    /^(?:https?:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([\w.-]+)[/:](.+?)(?:\.git)?\/?\s*$/.exec(
      remote,
    ) ?? []
  return host && path ? `https://${host}/${path}` : undefined
}

/**
 * Where the project can be read and edited in a browser: `DOCS_REPOSITORY`, else the clone's origin.
 *
 * @returns An address without a slash at its end; `undefined` where there is none.
 */
export const repository: string | undefined = process.env.DOCS_REPOSITORY ?? webAddress(originUrl())
