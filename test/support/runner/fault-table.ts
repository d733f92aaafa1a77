import type { Reporter, TestCase } from '@playwright/test/reporter'
import { type Counts, ROW } from '../simulators/fault-trial.ts'

/** Ends a run with a table that shows what happened to the events in each row. */
export default class FaultTable implements Reporter {
  private readonly rows: string[] = []

  onTestEnd(test: TestCase) {
    const project = test.parent.project()?.name ?? ''
    for (const { type, description } of test.annotations)
      if (type === ROW && description) this.rows.push(rowOf(test, project, JSON.parse(description)))
  }

  onEnd() {
    if (this.rows.length === 0) return
    console.log('| what happens | browser | runs | sent | received | repeated | lost |')
    console.log('|---|---|---|---|---|---|---|')
    for (const row of this.rows.sort()) console.log(row)
  }

  printsToStdio() {
    return false
  }
}

function rowOf({ title: row, parent }: TestCase, project: string, counts: Counts): string {
  const title = parent.type === 'describe' ? `${row}, ${parent.title}` : row
  const { runs, sent, received, counted, repeats, note, impossible } = counts
  if (impossible) return `| ${title} | ${project} | not run: ${impossible} | | | | |`
  const repeated = counted > received ? `${repeats}, **${counted - received} counted**` : repeats
  const name = note ? `${title} (${note})` : title
  return `| ${[name, project, runs, sent, received, repeated, sent - received].join(' | ')} |`
}
