import { settings } from '../../../settings/read-settings'
import { consentState } from '../../../visitor/consent'
import { currentVisitor } from '../../../visitor/visitor'
import { audit } from '../audit/audit-page'
import { elementName } from '../page-elements'
import type { SessionEntry } from './session'

declare const __VERSION__: string

/** Replaces elements with their names and keeps everything else. */
const plain = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'localName' in value
    ? elementName(value as Element)
    : value

/** Downloads everything that the panel knows, for a colleague or a bug report. It contains the visitor's id, as the requests do. */
export async function saveSession(events: readonly SessionEntry[]) {
  const savedAt = new Date().toISOString()
  const { uid: id, visitId, visit_type: visitType } = currentVisitor() ?? {}
  const content = {
    savedAt,
    page: location.href,
    browser: navigator.userAgent,
    version: __VERSION__,
    settings,
    consent: consentState(),
    user: id && { id, visitId, visitType },
    findings: await audit(),
    events,
  }
  const text = JSON.stringify(content, plain, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `svc-session-${savedAt.replace(/[:.]/g, '-')}.json`
  link.click()
  URL.revokeObjectURL(url)
}
