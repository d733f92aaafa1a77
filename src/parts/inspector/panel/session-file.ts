import { elementName } from '../element-name'
import type { Finding, Inspected } from '../inspector-api'
import type { TextFile } from './save-file'
import type { Session } from './session-export'

export interface SessionFileDeps {
  readonly window: Window & typeof globalThis
  readonly tag: Inspected
  readonly session: Session
  readonly findings: readonly Finding[]
}

/** Elements as their names; everything else as it is. */
const plain = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'localName' in value
    ? elementName(value as Element)
    : value

/** All that the panel knows, for a colleague or a bug report. It holds the visitor's id, as the requests do. */
export function sessionFile({ window, tag, session, findings }: SessionFileDeps): TextFile {
  const savedAt = new window.Date().toISOString()
  const { version, settings } = tag
  const content = {
    savedAt,
    page: window.location.href,
    browser: window.navigator.userAgent,
    version,
    settings,
    consent: tag.consent(),
    user: tag.user(),
    findings,
    events: session.entries(),
  }
  return {
    name: `svc-session-${savedAt.replace(/[:.]/g, '-')}.json`,
    text: JSON.stringify(content, plain, 2),
  }
}
