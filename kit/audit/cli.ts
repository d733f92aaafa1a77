#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
import { type AuditOptions, readOptions, USAGE, UsageError } from './audit-options.ts'
import { countedFindings, isStartAudited, startOf, summaryOf } from './audit-report.ts'
import { audit } from './audit-site.ts'
import { formatReport } from './formats.ts'

/** Progress goes to standard error, so that the report can be piped. */
function say(line: string) {
  process.stderr.write(`${line}\n`)
}

async function run(options: AuditOptions): Promise<number> {
  const report = await audit(options, say)
  const text = formatReport(report, options.format)
  if (options.output) writeFileSync(options.output, text)
  else process.stdout.write(text)
  if (options.output || options.format !== 'text') say(summaryOf(report))
  if (!isStartAudited(report)) {
    say(`The first page was not audited: ${startOf(report)}.`)
    return 2
  }
  return !options.updateBaseline && countedFindings(report, options).length ? 1 : 0
}

/**
 * Runs the command line.
 *
 * @returns The exit code: 0 if nothing was found, 1 for findings, 2 if the audit could not run or did not see the first page.
 */
async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  if ([command, ...rest].includes('--help')) {
    say(USAGE)
    return 0
  }
  try {
    if (command !== 'audit') throw new UsageError(USAGE)
    return await run(readOptions(rest))
  } catch (fault) {
    // An unexpected error keeps its stack trace; a usage error is one line.
    say(fault instanceof UsageError ? fault.message : String((fault as Error).stack))
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
