import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The page for addresses that lead nowhere, from the first folder that has one. */
export function readMissingPage(folders: readonly string[] = []): string | undefined {
  const file = folders.map((folder) => join(folder, 'missing.html')).find(existsSync)
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
