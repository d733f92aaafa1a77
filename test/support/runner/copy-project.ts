import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Copies the project, with its packages linked, so that a command can change its files. Returns the folder: the caller removes it. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  const isCopied = (path: string) => !/\/(node_modules|\.git|test-results)$/.test(path)
  cpSync(repository, copy, { recursive: true, filter: isCopied })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
