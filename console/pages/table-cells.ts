import { html, type TemplateResult } from 'lit-html'
import type { Cell, ChangeCell, ReportColumn, ShareCell } from '../table-columns.ts'
import { wilson } from '../wilson.ts'
import { count, decimal, interval, money, share, shortMoment } from './format'
import { changeCell } from './report-parts'
import { withScope } from './report-scope'

/** A figure based on fewer cases is marked as uncertain. */
const FEW = 30

/** A cell as text; a figure based on few cases is marked. */
export function cellView(
  value: Cell,
  column: ReportColumn | undefined,
  currency: string,
): TemplateResult | string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return plainNumber(value, column, currency)
  if ('text' in value)
    return value.href === '' ? value.text : html`<a href=${withScope(value.href)}>${value.text}</a>`
  if ('part' in value) return shareView(value)
  if ('now' in value) return changeView(value)
  const bounds = `${decimal(value.low)} to ${decimal(value.high)}`
  return html`${decimal(value.ratio)} <small class="interval">${bounds}</small>`
}

function plainNumber(
  value: number | undefined,
  column: ReportColumn | undefined,
  currency: string,
) {
  if (value === undefined || Number.isNaN(value)) return '–'
  switch (column?.kind) {
    case 'decimal':
      return decimal(value)
    case 'portion':
      return share(value)
    case 'money':
      return money(value, currency)
    case 'moment':
      return shortMoment(value, Date.now())
    default:
      return count(value)
  }
}

function shareView({ part, whole }: ShareCell) {
  const kind = whole < FEW ? 'few' : ''
  return html`<span class=${kind}>${share(part / whole)}</span>
    <small class="interval">${interval(wilson(part, whole))}</small>`
}

function changeView({ now, before }: ChangeCell) {
  if (before === 0) return html`<span class="few">new</span>`
  if (now === 0) return html`<span class="few">gone</span>`
  return changeCell(now, before)
}
