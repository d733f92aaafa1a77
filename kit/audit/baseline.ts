import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { UsageError } from './audit-options.ts'
import type { GroupedFinding } from './finding.ts'

/**
 * Fingerprints of the findings that are known; none when the file does not exist yet.
 *
 * @throws UsageError when the file is no baseline.
 */
export function readBaseline(file: string | undefined): ReadonlySet<string> {
  if (file === undefined || !existsSync(file)) return new Set()
  try {
    const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known?: unknown }
    if (!Array.isArray(known)) throw new Error('it has no list named “known”')
    return new Set(known.map(String))
  } catch (fault) {
    throw new UsageError(`--baseline ${file}: ${(fault as Error).message}`)
  }
}

/** Writes the findings of this audit as known. */
export function writeBaseline(file: string, findings: readonly GroupedFinding[]): void {
  const known = findings.map(({ fingerprint }) => fingerprint).sort()
  writeFileSync(file, `${JSON.stringify({ known }, null, 2)}\n`)
}
