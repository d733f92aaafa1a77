import { useContext, useEffect, useState } from 'preact/hooks'
import type { Finding } from '../inspector-api'
import { counted } from './summary'
import { Actions, ElementLine } from './widgets'

export interface AuditTabProps {
  readonly findings: readonly Finding[] | undefined
  readonly onAudit: () => Promise<void>
}

/** Mistakes in the page's markup that keep events from counting. */
export function AuditTab({ findings, onAudit }: AuditTabProps) {
  const [isBusy, setBusy] = useState(false)

  async function check() {
    setBusy(true)
    await onAudit()
    setBusy(false)
  }

  // Runs only when the tab is first opened.
  useEffect(() => {
    if (!findings) void check()
  }, [])

  return (
    <>
      <div class="toolbar">
        <button type="button" class="small" onClick={() => void check()} disabled={isBusy}>
          {isBusy ? 'Checking…' : 'Check again'}
        </button>
        <span class="muted" role="status">
          {findings && verdictOn(findings)}
        </span>
      </div>
      <ul class="findings">
        {findings?.map((finding) => (
          <FindingView key={finding} finding={finding} />
        ))}
      </ul>
    </>
  )
}

function verdictOn(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing found on this page as it is now.'
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return `${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`
}

function FindingView({
  finding: { severity, message, fix, element, rule, count },
}: {
  readonly finding: Finding
}) {
  const { highlight } = useContext(Actions)
  return (
    <li onMouseEnter={() => highlight(element ? [element] : [])} onMouseLeave={() => highlight([])}>
      <p>
        <span class={`outcome ${severity}`}>{severity === 'error' ? 'Error' : 'Warning'}</span>
        <b>{message}</b>
        {count && <span class="muted"> {count} times</span>}
      </p>
      <p>{fix}</p>
      <ElementLine element={element} />
      <p class="muted">
        <code>{rule}</code>
      </p>
    </li>
  )
}
